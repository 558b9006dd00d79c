"""Policies made into the programs that the kernel runs at each system call (seccomp, BPF).

A filter is a decision tree over call numbers, since the kernel walks it once for every number
when a child puts it on: some eight steps a call instead of hundreds.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from arena.sandbox.rules import KILL, LOWER_HALF, Is, Rule
from arena.sandbox.syscalls import ARCHITECTURE, NUMBERS, X32_BIT

Answer = int | Rule

_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
"""Where ``struct seccomp_data`` has them."""

_LOAD, _AND, _JUMP, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x54, 0x05, 0x15, 0x35, 0x06

Instruction = tuple[int, int, int, int]
"""Code, instructions to skip if true, if false, constant."""


def assemble(answers: Mapping[str, Answer], *, newest: int, newer: int, others: int) -> bytes:
    """The filter that gives these answers by the name of a call.

    Calls above ``newest`` get ``newer``, all that are not named get ``others``. A call of a
    foreign architecture kills. Names that this machine does not have are left out.
    """
    by_number = {NUMBERS[name]: answer for name, answer in answers.items() if name in NUMBERS}
    instructions = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_IF_EQUAL, 1, 0, ARCHITECTURE),
        _give(KILL),
        (_LOAD, 0, 0, _NUMBER),
        *(_kill_x32() if X32_BIT else ()),
        *_decide(_ranges(by_number, newest, newer, others)),
    ]
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions)


def _kill_x32() -> list[Instruction]:
    return [(_IF_AT_LEAST, 0, 1, X32_BIT), _give(KILL)]


def _ranges(
    by_number: Mapping[int, Answer], newest: int, newer: int, others: int
) -> list[tuple[int, Answer]]:
    """The first number of each run of equal answers, with its answer; the first is 0."""
    wanted = {newest + 1: newer} if newer != others else {}
    firsts: list[tuple[int, Answer]] = []
    for number in sorted({0, newest + 1} | by_number.keys() | {n + 1 for n in by_number}):
        default = others if number <= newest else wanted.get(newest + 1, others)
        answer = by_number.get(number, default)
        if not firsts or firsts[-1][1] != answer:
            firsts.append((number, answer))
    return firsts


def _decide(ranges: Sequence[tuple[int, Answer]]) -> list[Instruction]:
    """Halve the ranges until one is left."""
    if len(ranges) == 1:
        answer = ranges[0][1]
        return _judge(answer) if isinstance(answer, Rule) else [_give(answer)]
    half = len(ranges) // 2
    lower, upper = _decide(ranges[:half]), _decide(ranges[half:])
    first = ranges[half][0]
    if len(lower) <= 255:
        return [(_IF_AT_LEAST, len(lower), 0, first), *lower, *upper]
    # A conditional jump reaches 255 instructions, the unconditional one all of them.
    return [(_IF_AT_LEAST, 0, 1, first), (_JUMP, 0, 0, len(lower)), *lower, *upper]


def _judge(rule: Rule) -> list[Instruction]:
    """Test the conditions one after another; the first that fails decides."""
    instructions: list[Instruction] = [_give(rule.then)]
    failed = _give(rule.otherwise)
    for condition in reversed(rule.conditions):
        instructions = [*_test(condition), failed, *instructions]
    return instructions


def _test(condition: Is) -> list[Instruction]:
    """Go on behind the next instruction if the condition holds, with it if not."""
    at = _FIRST_ARGUMENT + 8 * condition.argument + 4 * condition.high_half
    masking = [(_AND, 0, 0, condition.mask)] if condition.mask != LOWER_HALF else []
    count = len(condition.values)
    return [
        (_LOAD, 0, 0, at),
        *masking,
        *((_IF_EQUAL, count - i, 0, value) for i, value in enumerate(condition.values)),
    ]


def _give(answer: int) -> Instruction:
    return (_RETURN, 0, 0, answer)
