"""Attacks by what is written: floods, halves, garbage, answers that were not asked for."""

import json
import os
import sys
import time

from rogue_calls import Refused

REFUSALS = (Refused,)
LONG_S = 60


def answer(question, action):
    """An answer as the adapter writes it."""
    return json.dumps({"id": question, "action": action}).encode() + b"\n"


def write_all(descriptor, text):
    """Write bytes, all of them."""
    rest = memoryview(text)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def writes(text):
    """Writes an answer of its own in place of the adapter's, and waits."""

    def attack(world):
        write_all(world.replies, text)
        time.sleep(LONG_S)

    attack.__doc__ = f"Answers {text[:40]!r}."
    return attack


def returns(value):
    """Returns what is no action, or none that the rules allow."""

    def attack(world):
        return sys.modules["rogue_bot"].Answer([value])

    attack.__doc__ = f"Returns {value!r}."
    return attack


def floods_the_log(world):
    """Prints a gigabyte in lines."""
    for _ in range(100_000):
        os.write(2, b"x" * 9_999 + b"\n")


def floods_the_log_with_a_line(world):
    """Prints 100 MB in one line."""
    for _ in range(100):
        write_all(2, b"x" * (1 << 20))


def floods_the_answers(world):
    """Answers with a line without end."""
    while True:
        os.write(world.replies, b"x" * 60_000)


def drips(world):
    """Answers a byte at a time, and never to the end."""
    while True:
        os.write(world.replies, b" ")
        time.sleep(0.01)


def drips_an_answer(world):
    """Answers rightly, but a byte in each half second."""
    for byte in answer(world.asked, world.view.legal[0]):
        os.write(world.replies, bytes([byte]))
        time.sleep(0.5)


def closes_its_answers(world):
    """Closes what it answers through, and sleeps."""
    os.close(world.replies)
    time.sleep(LONG_S)


def closes_everything(world):
    """Closes every descriptor, and sleeps."""
    os.closerange(0, 1024)
    time.sleep(LONG_S)


def closes_everything_and_loops(world):
    """Closes every descriptor, and loops."""
    os.closerange(0, 1024)
    while True:
        pass


def closes_its_log(world):
    """Closes its log alone, which nobody minds."""
    os.close(2)
    if not world.program:
        os.close(1)
    return sys.modules["rogue_bot"].Answer([world.view.legal[0]])


def closes_its_questions(world):
    """Answers, then closes what it is asked through, and sleeps."""
    write_all(world.replies, answer(world.asked, world.view.legal[0]))
    os.close(0 if world.program else 3)
    time.sleep(LONG_S)


def never_reads(world):
    """Answers once, and never reads again."""
    write_all(world.replies, answer(world.asked, world.view.legal[0]))
    time.sleep(LONG_S)


def answers_twice(world):
    """Answers the same question twice."""
    write_all(world.replies, 2 * answer(world.asked, world.view.legal[0]))
    time.sleep(LONG_S)


def answers_ahead(world):
    """Answers questions that are still to come."""
    questions = range(world.asked, world.asked + 20)
    write_all(world.replies, b"".join(answer(n, world.view.legal[0]) for n in questions))
    time.sleep(LONG_S)


def answers_while_it_is_made(world):
    """Says that it is ready by itself, and answers at once."""
    write_all(world.replies, b'{"ready":true}\n' + answer(1, "draw"))
    return "wrote"


def replaces_its_answers(world):
    """Puts its log in the place of its answers."""
    os.dup2(2, world.replies)
    time.sleep(LONG_S)


def wrong(**parts):
    """An answer to question 1 with something else in it."""
    return json.dumps({"id": 1, "action": "draw"} | parts).encode() + b"\n"


ATTACKS = {
    "floods its log": floods_the_log,
    "floods its log with a line": floods_the_log_with_a_line,
    "floods its answers": floods_the_answers,
    "answers half": writes(b'{"id":'),
    "answers without an end of line": writes(b'{"id":1,"action":"draw"}'),
    "drips": drips,
    "drips an answer": drips_an_answer,
    "closes its answers": closes_its_answers,
    "closes everything": closes_everything,
    "closes everything and loops": closes_everything_and_loops,
    "closes its log": closes_its_log,
    "closes its questions": closes_its_questions,
    "never reads again": never_reads,
    "answers twice": answers_twice,
    "answers ahead": answers_ahead,
    "answers while it is made": answers_while_it_is_made,
    "puts its log in the place of its answers": replaces_its_answers,
    "answers no JSON": writes(b"draw\n"),
    "answers an empty line": writes(b"\n"),
    "answers invalid UTF-8": writes(b'{"id":1,"action":"\xff"}\n'),
    "answers with a byte order mark": writes(b'\xef\xbb\xbf{"id":1,"action":"draw"}\n'),
    "answers with a null byte": writes(b'{"id":1,"action":"draw\0"}\n'),
    "answers a lone surrogate": writes(b'{"id":1,"action":"\\ud800"}\n'),
    "answers another id": writes(wrong(id=77)),
    "answers a negative id": writes(wrong(id=-1)),
    "answers a text for an id": writes(wrong(id="1")),
    "answers true for an id": writes(wrong(id=True)),
    "answers NaN for an id": writes(b'{"id":NaN,"action":"draw"}\n'),
    "answers a fraction for an id": writes(wrong(id=1.5)),
    "answers no action": writes(b'{"id":1}\n'),
    "answers a number for an action": writes(wrong(action=7)),
    "answers a list": writes(b"[]\n"),
    "answers more keys": writes(wrong(why=1)),
    "answers a long line": writes(b"x" * 70_000 + b"\n"),
    "answers deep nesting": writes(b"[" * 30_000 + b"\n"),
    "answers deep nesting in an object": writes(
        b'{"id":1,"action":' + b'{"a":' * 10_000 + b"1" + b"}" * 10_001 + b"\n"
    ),
    "answers a long number": writes(b'{"id":' + b"9" * 60_000 + b',"action":"draw"}\n'),
    "returns nothing": returns(None),
    "returns a number": returns(7),
    "returns no action": returns("jump"),
    "returns an empty text": returns(""),
    "returns a surrogate": returns("\ud800"),
    "returns control codes": returns("\x1b[31mdraw\n<script>../"),
    "returns a huge bid": returns("bid 9t"),
    "returns a currency payment": returns("bid $5"),
    "returns a purchase of nothing": returns("buy R1 1t"),
}
