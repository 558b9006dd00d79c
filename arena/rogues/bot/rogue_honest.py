"""What honest bots do: it must work."""

import importlib
import os
import sys

REFUSALS = (OSError, ImportError)
UNNAMED = ("colorsys", "graphlib", "sched")


def log_of(world):
    """Where its debugging text goes: a program answers on its standard output."""
    return sys.stderr if world.program else sys.stdout


def plays(world):
    """Plays."""
    return "played"


def prints(world):
    """Prints debugging text."""
    for number in range(10):
        print("debug:", number, "π", file=log_of(world))
    return "printed"


def prints_much(world):
    """Prints a megabyte, which is cut and no fault."""
    for _ in range(128):
        print("x" * 8_000, file=log_of(world))
    return "printed"


def imports_late(world):
    """Imports twenty modules of the standard library in its turn."""
    import argparse
    import array
    import base64
    import bisect
    import calendar
    import csv
    import dataclasses
    import datetime
    import decimal
    import enum
    import fractions
    import functools
    import heapq
    import itertools
    import math
    import statistics
    import string
    import textwrap
    import typing
    import zlib

    modules = [
        *(argparse, array, base64, bisect, calendar, csv, dataclasses, datetime, decimal, enum),
        *(fractions, functools, heapq, itertools, math, statistics, string, textwrap, typing, zlib),
    ]
    return f"imported {len(modules)} modules"


def imports_by_name(world):
    """Imports modules of the standard library that no source of it names."""
    return f"imported {[importlib.import_module(name).__name__ for name in UNNAMED]}"


def reads_its_file(world):
    """Reads a file of its own folder."""
    with open(os.path.join(world.folder, "weights.txt")) as file:
        return f"weights {file.read().split()}"


def imports_its_module(world):
    """Imports a module that lies beside it."""
    import rogue_twofold

    return f"{rogue_twofold.__name__}"


def computes(world):
    """Computes for a while, within its time."""
    return f"{sum(number * number for number in range(100_000))}"


def uses_memory(world):
    """Uses memory, within its limit."""
    return f"{len(bytes(8 << 20)):,} bytes"


def catches_its_exception(world):
    """Raises and catches, and recurses too deep and catches that."""

    def deeper():
        return deeper() + 1

    try:
        deeper()
    except RecursionError as error:
        return f"{error}"
    return "no limit"


def asks_for_the_time(world):
    """Looks at clocks and at itself."""
    import time

    return f"{time.time():.0f} {time.perf_counter():.1f} {os.getpid()} {os.getcwd()}"


def draws_from_the_machine(world):
    """Draws random bytes from the machine."""
    return f"{os.urandom(4).hex()}"


ATTACKS = {
    "plays": plays,
    "prints debugging text": prints,
    "prints a megabyte": prints_much,
    "imports modules late": imports_late,
    "imports modules that it does not name": imports_by_name,
    "reads a file of its own": reads_its_file,
    "imports a module of its own": imports_its_module,
    "computes for a while": computes,
    "uses some memory": uses_memory,
    "catches its exceptions": catches_its_exception,
    "asks for the time": asks_for_the_time,
    "draws from the machine": draws_from_the_machine,
}
