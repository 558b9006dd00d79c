"""The score of any collection is that of three slower ways to find it (ten-1 §8.3)."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena.games.ten.cards import CARDS, CODES
from arena.games.ten.deck import standard_table
from arena.games.ten.scoring import best_alone, runs, score
from tests.games.ten.oracles import (
    COLOURS,
    NUMBERS,
    by_matching,
    by_number,
    by_trying_everything,
    is_wild,
    longest,
)

FULL_DECK = [
    code for code, copies in standard_table(4).items() if code[0] != "$" for _ in range(copies)
]
NUMBER_CARDS = [code for code in FULL_DECK if not is_wild(code)]
WILDS = [code for code in FULL_DECK if is_wild(code)]
NUMBERED_WILDS = [f"W{number}" for number in NUMBERS]
SUIT_WILDS = [f"{colour}#" for colour in COLOURS]


def points(hand: list[str]) -> int:
    return score(CARDS[code] for code in hand)


def some(codes: list[str], most: int, least: int = 0) -> st.SearchStrategy[list[str]]:
    """Any of the codes, each as often as you like."""
    return st.lists(st.sampled_from(codes), min_size=least, max_size=most)


def drawn(codes: list[str], least: int, most: int) -> st.SearchStrategy[list[str]]:
    """Some of the cards of a deck."""
    return st.permutations(codes).flatmap(
        lambda order: st.integers(least, most).map(lambda size: order[:size])
    )


@given(some(NUMBER_CARDS, 12), some(WILDS, 3))
@settings(max_examples=60)
@example(["R1", "R3"], ["R#", "R#", "W#"])
def test_few_wilds_of_any_kind(numbers: list[str], wilds: list[str]) -> None:
    hand = numbers + wilds
    assert points(hand) == by_trying_everything(hand)


@given(some(NUMBER_CARDS, 12), some(NUMBERED_WILDS, 6), st.booleans())
@settings(max_examples=40)
def test_up_to_six_numbered_wilds(numbers: list[str], wilds: list[str], suit_wild: bool) -> None:
    hand = numbers + wilds[: 5 if suit_wild else 6] + ["B#"] * suit_wild
    assert points(hand) == by_trying_everything(hand)


@given(drawn(NUMBER_CARDS, 12, 25), drawn(WILDS, 8, 18))
@settings(max_examples=20)
def test_collections_of_the_full_deck_rich_in_wilds(numbers: list[str], wilds: list[str]) -> None:
    hand = numbers + wilds
    assert points(hand) == by_matching(hand)


@given(some(NUMBER_CARDS, 8), some(NUMBERED_WILDS, 30), some(SUIT_WILDS, 2), st.integers(0, 1))
@settings(max_examples=25)
@example(["R3", "B3", "B7"], [f"W{number}" for number in "33455556778999"], ["O#"], 2)
@example([], NUMBERED_WILDS * 4, [], 0)
@example([], NUMBERED_WILDS * 5, [], 3)
def test_custom_decks_with_many_copies(
    numbers: list[str], numbered: list[str], suits: list[str], full: int
) -> None:
    hand = numbers + numbered + suits + ["W#"] * full
    assert points(hand) == by_number(hand)


@given(some(FULL_DECK, 40))
def test_the_order_of_the_cards_does_not_matter(hand: list[str]) -> None:
    assert points(hand) == points(sorted(hand)) == points(hand[::-1])


@given(some(FULL_DECK, 30), st.sampled_from([code for code in CODES if code[0] != "$"]))
def test_one_more_card_never_loses_and_gains_a_run_at_most(hand: list[str], card: str) -> None:
    # A card can join two runs of one colour: 4 and 4 become 9, and 10 with the bonus.
    gain = points([*hand, card]) - points(hand)
    assert 0 <= gain <= 6


@given(some(FULL_DECK, 30))
def test_currency_scores_nothing(hand: list[str]) -> None:
    assert points([*hand, "$1", "$5"]) == points(hand)


def test_every_set_of_numbers_of_one_colour() -> None:
    for bits in range(512):
        held = "".join(number for at, number in enumerate(NUMBERS) if bits >> at & 1)
        assert best_alone(bits, 0) == longest(held)
        assert points([f"O{number}" for number in held]) == longest(held)


def test_no_run_worth_choosing_is_left_out() -> None:
    # Whatever wilds there are, a run that is left out needs all that a kept one needs, for less.
    for numbers in range(512):
        kept = runs(numbers)
        for first in range(9):
            for last in range(first, 9):
                interval = (1 << last + 1) - (1 << first)
                value = last - first + 1 + (interval == 511)
                gaps = interval & ~numbers
                assert any(run.points >= value and not run.gaps & ~gaps for run in kept)
