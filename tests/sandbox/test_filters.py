"""A filter answers as its policy says, whatever the call, its arguments and its architecture."""

from __future__ import annotations

import errno
import struct
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.sandbox import policy
from arena.sandbox.filters import assemble
from arena.sandbox.rules import ALLOW, KILL, OWN_PID, Is, Rule, refuse
from arena.sandbox.seccomp import child_filter, zygote_filter
from arena.sandbox.syscalls import ARCHITECTURE, NUMBERS, TABLE, X32_BIT

NO_SUCH_CALL = refuse(errno.ENOSYS)
NOT_PERMITTED = refuse(errno.EPERM)
LAYERS = {
    "Python bot's zygote": (policy.first_layer(program=False), zygote_filter(program=False)),
    "program's zygote": (policy.first_layer(program=True), zygote_filter(program=True)),
}
CHILDREN = {
    "Python bot": (
        policy.second_layer(program=False, paths=True),
        child_filter(program=False, paths=True),
    ),
    "Python bot without paths": (
        policy.second_layer(program=False, paths=False),
        child_filter(program=False, paths=False),
    ),
    "program": (
        policy.second_layer(program=True, paths=True),
        child_filter(program=True, paths=True),
    ),
}
ALL = LAYERS | CHILDREN


def answer(
    program: bytes, number: int, arguments: tuple[int, ...] = (), architecture: int = ARCHITECTURE
) -> int:
    """Run a filter as the kernel does."""
    arguments += (0,) * (6 - len(arguments))
    told = struct.pack("=iIQ6Q", number, architecture, 0, *arguments)
    at = accumulator = 0
    while True:
        code, if_true, if_false, constant = struct.unpack_from("=HBBI", program, 8 * at)
        at += 1
        match code:
            case 0x20:
                (accumulator,) = struct.unpack_from("=I", told, constant)
            case 0x54:
                accumulator &= constant
            case 0x05:
                at += constant
            case 0x15:
                at += if_true if accumulator == constant else if_false
            case 0x35:
                at += if_true if accumulator >= constant else if_false
            case 0x06:
                return int(constant)
            case _:
                raise AssertionError(f"instruction {code:#x}")


def expected(answers: Mapping[str, int | Rule], name: str, arguments: tuple[int, ...]) -> int:
    found = answers[name]
    if not isinstance(found, Rule):
        return found
    return (
        found.then
        if all(holds(condition, arguments) for condition in found.conditions)
        else (found.otherwise)
    )


def holds(condition: Is, arguments: tuple[int, ...]) -> bool:
    half = arguments[condition.argument] >> (32 if condition.high_half else 0)
    return half & 0xFFFFFFFF & condition.mask in condition.values


ARGUMENTS = st.tuples(
    *[
        st.one_of(
            st.integers(0, 2**64 - 1),
            st.sampled_from([0, 1, 2, 9, 128, 129, 4096, 0x50F00, 0x1200011, OWN_PID, 1 << 32]),
        )
    ]
    * 6
)


@pytest.mark.parametrize(("answers", "program"), ALL.values(), ids=LAYERS | CHILDREN)
@given(arguments=ARGUMENTS)
def test_every_named_call_gets_its_answer(
    answers: Mapping[str, int | Rule], program: bytes, arguments: tuple[int, ...]
) -> None:
    for name in answers.keys() & NUMBERS.keys():
        assert expected(answers, name, arguments) == answer(program, NUMBERS[name], arguments), name


@pytest.mark.parametrize(("answers", "program"), LAYERS.values(), ids=LAYERS)
def test_what_is_not_named_is_not_permitted_or_does_not_exist(
    answers: Mapping[str, int | Rule], program: bytes
) -> None:
    named = {NUMBERS[name] for name in answers.keys() & NUMBERS.keys()}
    for number in set(range(policy.NEWEST_KNOWN + 1)) - named:
        assert NOT_PERMITTED == answer(program, number)
    for number in (policy.NEWEST_KNOWN + 1, 600, 5000):
        assert NO_SUCH_CALL == answer(program, number)


@pytest.mark.parametrize(("answers", "program"), CHILDREN.values(), ids=CHILDREN)
def test_the_layer_of_a_child_leaves_the_rest_to_its_zygotes(
    answers: Mapping[str, int | Rule], program: bytes
) -> None:
    named = {NUMBERS[name] for name in answers.keys() & NUMBERS.keys()}
    for number in set(range(600)) - named:
        assert ALLOW == answer(program, number)


@pytest.mark.parametrize("program", [program for _, program in ALL.values()])
def test_calls_of_another_architecture_kill(program: bytes) -> None:
    for number in (0, 1, 59, 400):
        assert KILL == answer(program, number, architecture=0x40000003)
        if X32_BIT:
            assert KILL == answer(program, number | X32_BIT)
            assert KILL == answer(program, -1 & 0x7FFFFFFF)


@given(
    st.dictionaries(
        st.sampled_from(sorted(NUMBERS)),
        st.sampled_from([ALLOW, KILL, NOT_PERMITTED, NO_SUCH_CALL]),
    ),
    st.integers(0, 500),
)
def test_any_policy_is_answered(answers: dict[str, int], newest: int) -> None:
    program = assemble(answers, newest=newest, newer=NO_SUCH_CALL, others=NOT_PERMITTED)
    by_number = {NUMBERS[name]: given for name, given in answers.items()}
    for number in range(520):
        default = NOT_PERMITTED if number <= newest else NO_SUCH_CALL
        assert by_number.get(number, default) == answer(program, number)


def test_every_call_of_the_policy_is_in_the_table() -> None:
    named = {name for answers, _ in ALL.values() for name in answers}
    assert named <= TABLE.keys()
