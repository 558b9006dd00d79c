"""Attacks by time and memory: a turn that never ends, a hoard, a crash."""

import ctypes
import mmap
import os
import re
import select
import signal
import sys
import time

from rogue_calls import Refused

REFUSALS = (Refused,)
LONG_S = 60
MANY_MEGABYTES = 1024


def loops(world):
    """Loops in Python."""
    while True:
        pass


def loops_in_c(world):
    """Loops in C: no signal handler of Python's runs meanwhile."""
    return sum(range(10**12))


def raises_to_a_power(world):
    """Computes a number of millions of digits, which takes hours in C."""
    return pow(3, 2 * 10**8) % 10


def matches_for_ever(world):
    """Matches a regular expression that tries every way of dividing a text."""
    return re.match(r"(a+)+$", "a" * 60 + "b")


def sleeps(world):
    """Sleeps."""
    time.sleep(LONG_S)


def selects(world):
    """Waits for descriptors, of which there are none."""
    select.select([], [], [], LONG_S)


def waits_for_a_signal(world):
    """Waits for a signal that does not come."""
    signal.pause()


def ignores_signals(world):
    """Ignores every signal that can be ignored, and sleeps."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, 32, 33}:
        signal.signal(number, signal.SIG_IGN)
    time.sleep(LONG_S)


def ignores_signals_and_loops(world):
    """Ignores the end of its processor time as well."""
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    loops(world)


def stops_itself(world):
    """Stops its own process."""
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(LONG_S)


def eats_memory(world):
    """Takes memory until there is none, but not more than a gigabyte."""
    hoard = [bytearray(1 << 20) for _ in range(MANY_MEGABYTES)]
    return f"took {len(hoard)} MB"


def eats_memory_at_once(world):
    """Takes a gigabyte in one piece."""
    return f"took {len(bytearray(MANY_MEGABYTES << 20)):,} bytes"


def eats_memory_and_goes_on(world):
    """Catches the want of memory and asks again, for ever."""
    hoard = []
    while True:
        try:
            if len(hoard) < MANY_MEGABYTES:
                hoard.append(bytearray(1 << 20))
        except MemoryError:
            pass


def maps_memory(shared):
    """Takes memory from the kernel itself, a page of it in use."""

    def attack(world):
        flags = mmap.MAP_ANONYMOUS | (mmap.MAP_SHARED if shared else mmap.MAP_PRIVATE)
        try:
            pages = mmap.mmap(-1, MANY_MEGABYTES << 20, flags=flags)
        except OSError as error:
            raise Refused(str(error)) from error
        pages[0] = 1
        return "took a gigabyte"

    return attack


def fills_shared_memory(world):
    """Takes memory that counts for no process alone, and uses all of it."""
    try:
        pages = mmap.mmap(-1, MANY_MEGABYTES << 20)
    except OSError as error:
        raise Refused(str(error)) from error
    for page in range(0, MANY_MEGABYTES << 20, mmap.PAGESIZE):
        pages[page] = 1
    return "filled a gigabyte"


def grows_its_stack(world):
    """Calls itself until the interpreter says no."""

    def deeper():
        return deeper() + 1

    return deeper()


def overflows_its_stack(world):
    """Lets a list of lists of lists be printed until the C stack ends."""
    sys.setrecursionlimit(10**9)
    nested = []
    for _ in range(10**6):
        nested = [nested]
    return len(repr(nested))


def follows_a_null_pointer(world):
    """Reads where nothing is."""
    ctypes.string_at(0)


def aborts(world):
    """Has the C library abort."""
    os.abort()


def runs_garbage(world):
    """Runs what is no instruction."""
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    prot = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    code = mmap.mmap(-1, 4096, flags, prot)
    code.write(b"\x0f\x0b" * 8 if os.uname().machine == "x86_64" else bytes(16))
    ctypes.CFUNCTYPE(None)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()


def exits(world):
    """Ends its process without a word."""
    os._exit(0)


def exits_politely(world):
    """Ends by sys.exit."""
    sys.exit(0)


def kills_itself(world):
    """Kills itself by a signal that has no name."""
    os.kill(os.getpid(), 40)
    time.sleep(LONG_S)


def kills_itself_as_the_sandbox_would(world):
    """Kills itself by the signal of a forbidden call."""
    os.kill(os.getpid(), signal.SIGSYS)
    time.sleep(LONG_S)


def ends_itself_as_the_arena_would(world):
    """Kills itself by the arena's signal."""
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(LONG_S)


def raises(world):
    """Raises an exception."""
    raise ValueError("on purpose")


class NeverPrinted(Exception):
    """An exception whose text never ends."""

    def __str__(self):
        loops(None)

    __repr__ = __str__


def raises_what_is_never_printed(world):
    """Raises an exception whose text never ends."""
    raise NeverPrinted


def raises_a_group(world):
    """Raises something that is no Exception."""
    raise BaseException("on purpose")


def raises_a_chain(world):
    """Raises an exception that is its own cause."""
    first, second = ValueError("first"), ValueError("second")
    first.__cause__, second.__cause__ = second, first
    raise first


class NeverGone:
    """An object whose end never ends."""

    def __del__(self):
        loops(None)


def leaves_what_never_goes(world):
    """Ends with an object left whose end never ends."""
    sys.never_gone = NeverGone()
    raise SystemExit


def never_leaves_its_exit(world):
    """Ends with an exit function that never ends."""
    import atexit

    atexit.register(loops, world)
    raise SystemExit


def hangs_up_when_it_is_cleared(world):
    """Drops an object whose end never ends."""
    NeverGone()


def burns_between_turns(world):
    """Has a timer interrupt its waiting, and computes while others are asked."""

    def burn(number, frame):
        until = time.process_time() + 0.05
        while time.process_time() < until:
            pass

    signal.signal(signal.SIGALRM, burn)
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    return "set a timer"


ATTACKS = {
    "loops for ever": loops,
    "loops for ever in C": loops_in_c,
    "raises to a huge power": raises_to_a_power,
    "matches a regular expression for ever": matches_for_ever,
    "loops while it is made": loops,
    "sleeps": sleeps,
    "sleeps while it is made": sleeps,
    "selects for ever": selects,
    "waits for a signal for ever": waits_for_a_signal,
    "ignores signals and sleeps": ignores_signals,
    "ignores signals and loops": ignores_signals_and_loops,
    "stops itself": stops_itself,
    "eats memory": eats_memory,
    "eats memory at once": eats_memory_at_once,
    "eats memory and goes on": eats_memory_and_goes_on,
    "maps a gigabyte": maps_memory(shared=False),
    "maps a shared gigabyte": maps_memory(shared=True),
    "fills a shared gigabyte": fills_shared_memory,
    "calls itself for ever": grows_its_stack,
    "overflows its stack": overflows_its_stack,
    "follows a null pointer": follows_a_null_pointer,
    "aborts": aborts,
    "runs garbage": runs_garbage,
    "exits at once": exits,
    "exits politely": exits_politely,
    "kills itself by a nameless signal": kills_itself,
    "kills itself by the sandbox's signal": kills_itself_as_the_sandbox_would,
    "kills itself by the arena's signal": ends_itself_as_the_arena_would,
    "raises an exception": raises,
    "raises an exception while it is made": raises,
    "raises what is never printed": raises_what_is_never_printed,
    "raises what is no Exception": raises_a_group,
    "raises a chain without end": raises_a_chain,
    "leaves what never goes": leaves_what_never_goes,
    "never leaves its exit": never_leaves_its_exit,
    "drops what never goes": hangs_up_when_it_is_cleared,
    "burns between turns": burns_between_turns,
    "loops at the end": loops,
    "sleeps at the end": sleeps,
    "raises an exception at the end": raises,
}
