"""A bot with a flag for every kind of misbehaviour; FLAG is put in front of it by the test.

Until it misbehaves it plays the first listed action.
"""

import os
import sys
import time

FLAG = globals().get("FLAG", "honest")
ANSWERS = 4  # the descriptor of its answers

asked = 0
first = ""


def spin():
    while True:
        pass


def at_import():
    if FLAG == "raises at import":
        raise ValueError("at import")
    if FLAG == "exits at import":
        sys.exit(3)
    if FLAG == "sleeps at import":
        time.sleep(60)
    if FLAG == "spins at import":
        spin()
    if FLAG == "answers at import":
        os.write(ANSWERS, b'{"id":1,"action":"draw"}\n')


class NeverPrinted(Exception):
    def __str__(self):
        spin()


class NeverGone:
    def __del__(self):
        spin()


def raises():
    raise ValueError("on purpose")


def raises_endlessly():
    raise NeverPrinted


def stays():
    global kept
    kept = NeverGone()
    raise SystemExit


def recurses():
    return recurses() + 1


def eats_memory():
    hoard = []
    while True:
        hoard.append(bytearray(1 << 20))


def eats_memory_and_goes_on():
    hoard = []
    while True:
        try:
            hoard.append(bytearray(1 << 20))
        except MemoryError:
            pass


def crashes():
    import ctypes

    ctypes.string_at(0)


def closes_and_sleeps():
    os.close(ANSWERS)
    time.sleep(60)


def writes(text):
    def write():
        os.write(ANSWERS, text)
        time.sleep(60)

    return write


def drips():
    while True:
        os.write(ANSWERS, b" ")
        time.sleep(0.01)


def floods_the_log():
    while True:
        print("x" * 10_000)


def answers_twice():
    line = '{"id":%d,"action":"%s"}\n' % (asked, first)
    os.write(ANSWERS, 2 * line.encode())
    time.sleep(60)


def ignores_signals_and_sleeps():
    import signal

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(60)


def killed_by_its_alarm():
    import signal

    signal.setitimer(signal.ITIMER_REAL, 0.01)
    time.sleep(60)


def forks_and_leaves():
    if os.fork() == 0:
        if os.fork() == 0:
            time.sleep(60)
        os._exit(0)
    raise ValueError("left a grandchild")


MISDEEDS = {
    "raises": raises,
    "raises endlessly": raises_endlessly,
    "stays": stays,
    "exits": lambda: os._exit(0),
    "killed by its alarm": killed_by_its_alarm,
    "recurses": recurses,
    "eats memory": eats_memory,
    "eats memory and goes on": eats_memory_and_goes_on,
    "crashes": crashes,
    "closes and sleeps": closes_and_sleeps,
    "spins": spin,
    "sleeps": lambda: time.sleep(60),
    "drips": drips,
    "floods the log": floods_the_log,
    "answers twice": answers_twice,
    "ignores signals and sleeps": ignores_signals_and_sleeps,
    "forks and leaves": forks_and_leaves,
    "writes no JSON": writes(b"draw\n"),
    "writes half": writes(b'{"id":'),
    "writes invalid UTF-8": writes(b'{"id":5,"action":"\xff"}\n'),
    "writes another id": writes(b'{"id":77,"action":"draw"}\n'),
    "writes a long line": writes(b"x" * 70_000),
    "writes a list": writes(b"[]\n"),
    "writes more keys": writes(b'{"id":5,"action":"draw","why":1}\n'),
    "writes deep nesting": writes(b"[" * 30_000 + b"\n"),
    "writes a long number": writes(b'{"id":' + b"9" * 60_000 + b',"action":"draw"}\n'),
    "writes true": writes(b'{"id":true,"action":"draw"}\n'),
    "writes NaN": writes(b'{"id":NaN,"action":"draw"}\n'),
}

RETURNS = {
    "returns nothing": None,
    "returns a number": 7,
    "returns no action": "jump",
    "returns an empty text": "",
    "returns a surrogate": "\ud800",
    "returns a huge bid": "bid 9t",
    "returns a currency payment": "bid $5",
    "returns take of nothing": "buy R1 1t",
}

at_import()


class Bot:
    def __init__(self, match):
        if FLAG == "raises at start":
            raise ValueError("at start")

    def decide(self, view):
        global asked, first
        asked += 1
        first = view.legal[0]
        if asked < 5:
            return view.legal[0]
        if FLAG in RETURNS:
            return RETURNS[FLAG]
        if FLAG in MISDEEDS:
            return MISDEEDS[FLAG]()
        return view.legal[0]

    def end(self, result):
        if FLAG == "spins at the end":
            spin()
        if FLAG == "raises at the end":
            raise ValueError("at the end")
