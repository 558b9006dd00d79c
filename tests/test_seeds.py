"""Seeds and shuffles, against values computed with other programs.

The seeds are the first 32 digits of ``printf '%s' PLACE | openssl dgst -sha256 -hmac LEAGUE_SEED``,
the words come from ``printf '%s' TEXT:BLOCK | sha256sum``.
"""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import seeds

LINE_UP = [("random", 1), ("greedy", 2), ("collector", 1), ("cautious", 1)]
PLACE = "cautious@1+collector@1+greedy@2+random@1/3"


@pytest.mark.parametrize(
    ("seed", "league_seed", "place"),
    [
        ("02937163a0423f090714bf3578c43339", "2026", f"deal/{PLACE}"),
        ("1881accaaa9ef7307bd8ca73bf1dec52", "2026", f"seating/{PLACE}"),
        ("5a6f813304ec6ef85d8c01e6105795e1", "2026", f"bot/{PLACE}/1/2"),
        ("868a76396a0a3207507e87347177daf8", "2026", "deal/3"),
        ("2d1a5b1effb3e80cde44d92486d037ea", "2026", "deal/r3/t2/0"),
        ("f7f9f285c7908d152f41b609021fc8df", "2026", "deal/漢字@1+मराठी@2/0"),
        ("41b9814e80a21b1dfd5ebad8b6f22573", "한국", f"deal/{PLACE}"),
        ("615d281ada2c37ab5aa5995a0b89dd3f", "한국", "deal/漢字@1+मराठी@2/0"),
        ("f2b07c99f4f3f6cd01d7b5e9e689cb63", "", "deal/3"),
        ("b686e019a99ff55b0ed1e786bb148afa", "0", "deal/3"),
    ],
)
def test_the_seed_of_a_place(seed: str, league_seed: str, place: str) -> None:
    assert seeds.seed_at(league_seed, place) == seed


def test_the_places_of_a_match() -> None:
    place = f"{seeds.line_up_text(LINE_UP)}/3"
    assert place == PLACE
    assert seeds.deal_seed("2026", place) == "02937163a0423f090714bf3578c43339"
    assert seeds.seating_seed("2026", place) == "1881accaaa9ef7307bd8ca73bf1dec52"
    assert seeds.bot_seed("2026", place, 1, 2) == "5a6f813304ec6ef85d8c01e6105795e1"


def test_a_place_of_a_one_player_league() -> None:
    assert seeds.deal_seed("2026", "3") == "868a76396a0a3207507e87347177daf8"
    assert seeds.bot_seed("2026", "3", 0, 0) == "8039d6cad9e007360e39f02f2b567308"


@pytest.mark.parametrize(
    ("text", "entrants"),
    [
        ("a@1", [("a", 1)]),
        ("a@1+b@12", [("b", 12), ("a", 1)]),
        ("B@1+a@1+é@1+漢@1", [("漢", 1), ("é", 1), ("a", 1), ("B", 1)]),
        # By name, not by label: as a label, a@1 would come after a-b@1.
        ("a@1+a-b@1", [("a-b", 1), ("a", 1)]),
    ],
)
def test_a_line_up_is_alphabetical_whatever_its_order(
    text: str, entrants: list[tuple[str, int]]
) -> None:
    assert seeds.line_up_text(entrants) == text
    assert seeds.line_up_text(entrants[::-1]) == text


def test_the_words_of_a_text() -> None:
    assert list(islice(seeds.words("ten-1:0"), 8)) == [
        *(0x99ABC4FFCB226AA2, 0x2832FF8CDA090F30, 0xAA7F5F26EC541C9D, 0x53DC095A5328CA34),
        *(0xEDB1A81A334B4A81, 0x9174435708297AE1, 0xF79C20A5E2DC6A89, 0xF66BF2C785EE543D),
    ]
    assert next(seeds.words("ten-1:한국")) == 0xE9731C738BE65E3C


def test_a_shuffle_by_hand() -> None:
    # SHA-256 of "1881accaaa9ef7307bd8ca73bf1dec52:0" begins with the words 6a5d08c7edeaa324,
    # 92a8d0898e16eeb9 and 4e240d859f4309c1. 0x…4 mod 4 = 0: swap 3 and 0, d b c a. The digits of
    # the second word add up to 136, and 136 mod 3 = 1: swap 2 and 1, d c b a. 0x…1 mod 2 = 1.
    circle = ["a", "b", "c", "d"]
    seeds.shuffle(circle, "1881accaaa9ef7307bd8ca73bf1dec52")
    assert circle == ["d", "c", "b", "a"]


LAST = 2**64 - 1


@pytest.mark.parametrize(
    ("drawn", "left", "bound", "words"),
    [
        # 2**64 mod 3 = 1, since 4 mod 3 = 1: one word too many, the last one.
        pytest.param(2, [7], 3, [5, 7], id="the next word mod 3"),
        pytest.param(2, [7], 3, [LAST - 1, 7], id="2**64 - 2 is the last word below 3"),
        pytest.param(1, [], 3, [LAST, 7], id="2**64 - 1 is passed over below 3"),
        pytest.param(1, [8], 3, [LAST, LAST, LAST, 7, 8], id="as often as it comes"),
        pytest.param(1, [7], 2, [LAST, 7], id="no word is passed over below 2"),
        pytest.param(0, [7], 1, [LAST, 7], id="nor below 1"),
        # 2**7 = 128 = -1 mod 129, so 2**14 = 1 and 2**64 = 2**(4 * 14 + 8) = 256 = 127.
        pytest.param(128, [7], 129, [LAST - 127, 7], id="the last word below 129"),
        pytest.param(7, [], 129, [LAST - 126, 7], id="the first that is passed over below 129"),
    ],
)
def test_words_beyond_the_last_multiple_are_passed_over(
    drawn: int, left: list[int], bound: int, words: list[int]
) -> None:
    stream = iter(words)
    assert seeds.below(bound, stream) == drawn
    assert list(stream) == left


@pytest.mark.parametrize("items", [[], ["only"]])
def test_there_may_be_nothing_to_shuffle(items: list[str]) -> None:
    shuffled = items[:]
    seeds.shuffle(shuffled, "any")
    assert shuffled == items


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(0, 40))
def test_a_shuffle_is_that_of_the_rule(text: str, count: int) -> None:
    blocks = b"".join(sha256(f"{text}:{block}".encode()).digest() for block in range(12))
    stream = [int(blocks[at : at + 8].hex(), 16) for at in range(0, len(blocks), 8)]
    expected = list(range(count))
    for i in range(count - 1, 0, -1):
        while (word := stream.pop(0)) >= 2**64 - 2**64 % (i + 1):
            continue
        j = word % (i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    items = list(range(count))
    seeds.shuffle(items, text)
    assert items == expected


def test_all_orders_come_about_equally_often() -> None:
    orders: Counter[str] = Counter()
    for number in range(6_000):
        items = list("abc")
        seeds.shuffle(items, str(number))
        orders["".join(items)] += 1
    # 1,000 each are expected, with a standard deviation of 29; the texts are fixed.
    assert sorted(orders) == ["abc", "acb", "bac", "bca", "cab", "cba"]
    assert all(880 < count < 1_120 for count in orders.values())


@pytest.mark.parametrize(
    ("number", "seed"),
    [
        (0x10123456789ABCDE, "0123456789abcdef0123456789abcdef"),
        (2**60, "0" * 32),
        (2**61 - 1, "f" * 32),
        (0x1000000000000001, "000000000000001f" + "0" * 16),
        # 0x5a6f813304ec6ef with 2**60 before it
        (0x15A6F813304EC6EF, "5a6f813304ec6ef85d8c01e6105795e1"),
    ],
)
def test_the_seed_of_python_s_random(number: int, seed: str) -> None:
    assert seeds.python_seed(seed) == number


def test_a_bot_s_seed_differs_by_match_and_seat() -> None:
    found = {
        seeds.bot_seed("2026", place, seating, seat)
        for place in ("a@1+b@1/0", "a@1+b@1/1", "a@1+b@2/0")
        for seating in range(2)
        for seat in range(2)
    }
    assert len(found) == 3 * 2 * 2
