"""Attacks that begin while the bot is imported, before it has seen a match."""

import os
import sys

import rogue_output
import rogue_time


def exits(world):
    """Ends by sys.exit."""
    sys.exit(3)


def answers(world):
    """Answers before it was asked."""
    os.write(4, b'{"id":1,"action":"draw"}\n')


ATTACKS = {
    "loops at import": rogue_time.loops,
    "loops in C at import": rogue_time.loops_in_c,
    "sleeps at import": rogue_time.sleeps,
    "raises an exception at import": rogue_time.raises,
    "raises what is never printed at import": rogue_time.raises_what_is_never_printed,
    "exits at import": exits,
    "exits at once at import": rogue_time.exits,
    "follows a null pointer at import": rogue_time.follows_a_null_pointer,
    "eats memory at import": rogue_time.eats_memory,
    "floods its log at import": rogue_output.floods_the_log,
    "closes everything at import": rogue_output.closes_everything,
    "answers at import": answers,
}
