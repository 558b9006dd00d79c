"""What the rogue tries: a closed table, with what must become of each (sandbox, Behaviours)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal, TypeAlias

import msgspec

from arena.records import FaultKind
from arena.sandbox.levels import Level


class Kind(StrEnum):
    """What must become of a behaviour."""

    CONTAINED = "contained"
    """It has no effect, and the bot may go on."""
    FAULT = "fault"
    """It is the bot's own fault, in time."""
    HONEST = "honest"
    """It must work."""
    SAME = "same"
    """It tells the same in two matches with the same seed."""


class Control(StrEnum):
    """Where an attack has an effect, which shows that it is one."""

    NONE = "none"
    """At the level ``none``: it is the sandbox alone that holds it."""
    BARE = "bare"
    """In a process that is started like any other: how bots are started holds it as well."""
    ROOT = "root"
    """In such a process of root's: a bot has none of root's powers, nor files, at any level."""


When: TypeAlias = Literal["import", "make", "decide", "end"]
Extra: TypeAlias = Literal["bytecode", "json", "module of another system", "tests", "codec"]


class Behaviour(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the rogue tries.

    Its attack stands under its name in the bot's module ``rogue_SUBJECT`` and begins ``when`` the
    bot is imported, made, first asked, or told the result.
    """

    name: str
    subject: str
    kind: Kind
    faults: frozenset[FaultKind] = frozenset()
    """For kind FAULT: one of these must come; for CONTAINED: one of these may."""
    when: When = "decide"
    rounds: int = 1
    """In how many matches, one after another."""
    questions: int = 2
    pause_ms: int = 0
    """How long others play between its turns."""
    reports: bool = True
    """Whether the rogue lives to say how it went."""
    extra: Extra | None = None
    """A file that the bot's folder has for this behaviour alone."""
    in_programs: bool = True
    """Whether a bot that is a program can do it."""
    gaps: dict[Level, str] = {}
    """Levels at which it is known to have an effect, with the reason."""
    control: Control = Control.NONE
    cannot_fail_because: str = ""
    """Why it need have no effect even where its control is tried; empty if it must have one."""

    @property
    def module(self) -> str:
        """The module of the bot that has the attack."""
        return f"rogue_{self.subject}"


CRASH, CLOSED, TIMEOUT = FaultKind.CRASH, FaultKind.CLOSED, FaultKind.TIMEOUT
STALL, MEMORY, GARBAGE = FaultKind.STALL, FaultKind.MEMORY, FaultKind.GARBAGE
STARTUP, ILLEGAL, SANDBOX = FaultKind.STARTUP, FaultKind.ILLEGAL, FaultKind.SANDBOX

REFEREE = "the referee's clocks and checks hold it, which need no sandbox"
ADAPTER = "the bot's process is forked and set up so, which needs no sandbox"
LIMITS = "the limits of the process hold it, which need no sandbox"
NO_TERMINAL = "a bot is given no terminal"
KERNEL = "not every kernel has it"
NOTED = "not every disk notes it, and none twice a day"
HONEST = "it is meant to work"
CHANCE = "where address randomisation is off, or by chance, it is the same"

PATHS_ARE_TOLD = {Level.GOOD: "without namespaces a path tells that it exists, its size and time"}
LINKS_ARE_TOLD = {Level.GOOD: "without namespaces a link outside tells where it leads"}
OWN_PIPES = {Level.GOOD: "Landlock leaves a process the pipes that it has; they are its own"}
OWN_DOING = {Level.SEALED: "a sealed bot that drops a module gets its own of that name; so be it"}
NO_FILES = {Level.SEALED: "a sealed bot opens no file"}
ONLY_NAMED = {Level.SEALED: "a sealed bot has the modules that its source names, and no others"}


def _rows(subject: str, kind: Kind, names: str, **facts: Any) -> list[Behaviour]:
    """Behaviours that have all but their names in common; one name a line."""
    return [
        Behaviour(name=line.strip(), subject=subject, kind=kind, **facts)
        for line in names.strip().splitlines()
    ]


def _contained(subject: str, names: str, **facts: Any) -> list[Behaviour]:
    return _rows(subject, Kind.CONTAINED, names, **facts)


def _faults(subject: str, kinds: set[FaultKind], names: str, **facts: Any) -> list[Behaviour]:
    return _rows(subject, Kind.FAULT, names, faults=frozenset(kinds), **facts)


_FILES = [
    *_contained(
        "files",
        """
        reads /etc/passwd
        reads the league's database
        reads another bot's source
        reads a file with a secret
        reads the database through ..
        reads the database through a symbolic link
        reads the database with openat2
        reads the database through its folder's descriptor
        loads a shared library from outside
        hard links the database
        renames the database
        lists its parent folder
        lists the root folder
        lists /tmp
        lists the home folder
        lists the folder of the database
        lists /proc
        lists /sys
        lists /dev
        lists /etc
        reads /proc of itself
        reads /proc of its parent
        reads /proc of the referee
        reads /proc of a stranger
        reads /proc/version
        reads /proc/meminfo
        opens a stranger's descriptors anew
        opens the referee's descriptors anew
        reads where a stranger's links lead
        writes in its folder
        writes in its working folder
        writes in /tmp
        writes in /dev/shm
        writes beside the database
        overwrites its own source
        opens the database for writing
        makes a nameless file
        makes a folder
        makes a named pipe
        makes a symbolic link to nowhere
        truncates a file by its path
        changes the mode of a file outside
        changes the times of a file outside
        sets an attribute of a file outside
        removes an attribute of a file outside
        reads an attribute of a file outside
        removes a file outside
        removes a folder outside
        changes the owner of a file outside
        makes a folder outside
        changes its working folder
        fills the disk
        makes a file in memory
        opens devices
        has the disk written out
        has a file of the library written out
        throws a file of the library out of memory
        """,
    ),
    *_contained(
        "files",
        """
        stats a file outside
        stats a file outside with statx
        learns whether a path exists
        """,
        gaps=PATHS_ARE_TOLD,
    ),
    *_contained("files", "reads where a link outside leads", gaps=LINKS_ARE_TOLD),
    *_contained("files", "opens the list of a control group", cannot_fail_because=KERNEL),
    *_contained(
        "files",
        """
        opens its parent's descriptors anew
        asks to be killed last
        """,
        control=Control.BARE,
    ),
    *_contained(
        "files",
        """
        touches a file of the library
        sets flags of a file of the library
        opens settings of the kernel
        """,
        control=Control.ROOT,
    ),
    *_contained("files", "asks how full the disk is", in_programs=False),
    *_contained("files", "opens its descriptors anew", in_programs=False, gaps=OWN_PIPES),
    *_contained("files", "leaves a sign by reading", cannot_fail_because=NOTED),
    *_contained("files", "fills memory with files", cannot_fail_because=LIMITS),
    *_contained(
        "files",
        "ships bytecode that differs from its source",
        extra="bytecode",
        in_programs=False,
        control=Control.BARE,
    ),
    *_contained(
        "files",
        "ships a json.py of its own",
        extra="json",
        gaps=OWN_DOING,
        in_programs=False,
        control=Control.BARE,
    ),
    *_contained(
        "files",
        "ships a module of another system",
        extra="module of another system",
        in_programs=False,
        cannot_fail_because=ADAPTER,
    ),
    *_contained(
        "files",
        "ships tests of its own",
        extra="tests",
        in_programs=False,
        cannot_fail_because=ADAPTER,
    ),
    *_contained(
        "files",
        "ships an encoding of its own",
        extra="codec",
        in_programs=False,
        cannot_fail_because=ADAPTER,
    ),
]

_NETWORK = [
    *_contained(
        "network",
        """
        connects to a TCP port
        sends a UDP datagram
        listens on a TCP port
        opens a TCP socket
        opens an IPv6 socket
        opens a netlink socket
        opens a vsock socket
        opens a unix socket
        opens a socket of any family
        connects to a unix socket by its path
        connects to an abstract unix socket
        makes a pair of sockets
        asks the resolver for an address
        asks a name server
        """,
    ),
    *_contained(
        "network",
        "opens an alg socket",
        cannot_fail_because=KERNEL,
    ),
    *_contained(
        "network",
        """
        opens a raw socket
        opens a packet socket
        """,
        control=Control.ROOT,
    ),
]

_IPC = [
    *_contained("ipc", "makes a pipe", in_programs=False),
    *_contained(
        "ipc",
        """
        makes System V shared memory
        writes to System V shared memory
        makes System V semaphores
        raises a System V semaphore
        makes a System V message queue
        sends a System V message
        writes to POSIX shared memory
        sends a POSIX message
        locks a library file with flock
        locks a library file with fcntl
        is notified of a library folder
        watches a library folder with inotify
        watches every file with fanotify
        enlarges a pipe
        has a pipe signal a stranger
        chooses the signal of a pipe
        splices a file into its log
        tees the question pipe
        splices its memory into its log
        has a file sent to its log
        types into a terminal of its own
        wakes a stranger by a place in the library
        """,
    ),
    *_faults(
        "ipc",
        {SANDBOX},
        """
        joins a keyring
        adds a key
        requests a key
        """,
    ),
    *_contained("ipc", "takes a lease of a library file", control=Control.ROOT),
    *_contained(
        "ipc",
        "types into the terminal",
        cannot_fail_because=NO_TERMINAL,
    ),
    *_contained(
        "ipc",
        "makes a POSIX message queue",
        control=Control.BARE,
    ),
]

_PROCESSES = [
    *_contained("processes", "becomes a fresh interpreter", in_programs=False),
    *_contained(
        "processes",
        """
        forks
        forks by the bare call
        vforks
        clones a process
        clones a process with clone3
        clones a process into a user namespace
        bombs the machine with processes
        leaves a process behind
        leaves a stopped process behind
        runs a program with subprocess
        runs a command with system
        opens a command with popen
        spawns a program
        becomes another program
        becomes a program that it has opened
        signals its parent
        wakes its parent
        signals the referee
        signals its group
        signals everyone
        signals the first process
        kills a stranger
        stops a stranger
        kills a stranger with tgkill
        kills a stranger with tkill
        kills a stranger by its descriptor
        kills a stranger with a queued signal
        kills a stranger's thread with a queued signal
        kills a stranger's group
        opens a stranger's descriptor
        reads a stranger's memory as a file
        compares itself with a stranger
        moves a stranger's memory
        reads a stranger's processor time
        sleeps by a stranger's processor time
        asks for a stranger's scheduler
        slows down a stranger
        pins a stranger
        schedules a stranger
        schedules itself
        schedules itself with sched_setattr
        slows down a stranger's disk
        limits a stranger
        sets its own limits
        sets its own cores
        lowers its own priority
        outlives its parent
        leaves its session
        joins its parent's group
        makes itself dumpable
        adopts orphans
        """,
    ),
    *_contained("processes", "opens its own memory as a file", control=Control.BARE),
    *_contained("processes", "starts hundreds of threads", faults=frozenset({MEMORY, TIMEOUT})),
    # A program's threads have numbers of their own, which no filter can tell from others'.
    *_contained("processes", "asks for a stranger's cores", in_programs=False),
    *_contained(
        "processes",
        """
        starts a thread
        starts a thread of the C library
        """,
        in_programs=False,
    ),
    *_faults(
        "processes",
        {SANDBOX},
        """
        traces a stranger
        seizes a stranger
        asks to be traced
        reads a stranger's memory
        writes a stranger's memory
        takes a stranger's descriptor
        makes a 32-bit call
        forks by a 32-bit call
        """,
    ),
    *_contained(
        "processes",
        """
        advises on a stranger's memory
        raises its own limits
        raises its own priority
        """,
        control=Control.ROOT,
    ),
    *_contained(
        "processes",
        "lets everyone trace it",
        cannot_fail_because=KERNEL,
    ),
    *_faults(
        "processes",
        {SANDBOX},
        """
        makes an x32 call
        forks by an x32 call
        """,
        cannot_fail_because=KERNEL,
    ),
]

_PRIVILEGES = [
    *_faults(
        "privileges",
        {SANDBOX},
        """
        sets up io_uring
        opens a performance counter
        catches page faults
        unshares a user namespace
        unshares its mounts
        unshares its descriptors
        enters a namespace
        mounts a file system
        unmounts a file system
        copies a mount
        opens a file system
        turns the root
        """,
    ),
    *_contained(
        "privileges",
        """
        sets its user
        sets its users
        sets its group number
        sets its capabilities
        sets its personality
        syncs quotas
        makes a node
        takes a file's handle
        reads a table of the processor
        asks about filters
        asks about Landlock
        """,
    ),
    *_faults(
        "privileges",
        {SANDBOX},
        "makes a map of BPF",
        control=Control.ROOT,
    ),
    *_faults(
        "privileges",
        {SANDBOX},
        """
        loads a module
        loads a module from a file
        removes a module
        loads another kernel
        """,
        control=Control.ROOT,
        cannot_fail_because=KERNEL,
    ),
    *_contained(
        "privileges",
        """
        sets its groups
        reads the kernel's log
        adds swap
        starts accounting
        sets the clock
        tunes the clock
        makes a device
        opens by a handle
        hangs up the terminal
        """,
        control=Control.ROOT,
    ),
    *_contained(
        "privileges",
        """
        takes over input and output ports
        hides memory from the kernel
        """,
        control=Control.ROOT,
        cannot_fail_because=KERNEL,
    ),
    *_contained(
        "privileges",
        """
        changes its root
        names the host
        restarts the machine
        """,
        control=Control.ROOT,
    ),
    *_contained(
        "privileges",
        "locks memory",
        control=Control.BARE,
    ),
]

_SECRETS = [
    *_contained(
        "secrets",
        """
        reads a stranger's environment
        """,
    ),
    *_contained(
        "secrets",
        """
        reads its environment
        reads its parent's environment
        reads the environment of its start
        finds descriptors beyond its own
        writes to every descriptor
        reads from every descriptor
        """,
        control=Control.BARE,
    ),
    *_contained(
        "secrets",
        "searches its memory for a secret",
        when="make",
        in_programs=False,
        control=Control.BARE,
    ),
    *_contained(
        "secrets",
        """
        searches the frames for a secret
        searches all objects for a secret
        looks for the deck
        """,
        when="make",
        in_programs=False,
        cannot_fail_because=ADAPTER,
    ),
]

_STATE = [
    *_contained(
        "secrets",
        "marks modules for the next match",
        rounds=2,
        cannot_fail_because=ADAPTER,
    ),
    *_contained("secrets", "leaves files for the next match", rounds=2),
    *_contained("secrets", "leaves shared memory for the next match", rounds=2),
    *_contained(
        "secrets",
        "leaves bytecode for the next match",
        rounds=2,
        control=Control.BARE,
    ),
    *_contained(
        "secrets",
        "marks its descriptors for the next match",
        rounds=2,
        cannot_fail_because=ADAPTER,
    ),
    *_rows(
        "secrets",
        Kind.SAME,
        """
        tells the hash of a text
        tells what it draws at random
        """,
        rounds=2,
        in_programs=False,
        control=Control.BARE,
    ),
    *_rows(
        "secrets",
        Kind.SAME,
        """
        tells the order of a set of plain objects
        tells places in memory
        """,
        rounds=2,
        in_programs=False,
        control=Control.BARE,
        cannot_fail_because=CHANCE,
    ),
]

_TIME = [
    *_faults(
        "time",
        {TIMEOUT},
        """
        loops for ever
        loops for ever in C
        matches a regular expression for ever
        ignores signals and loops
        raises what is never printed
        drops what never goes
        eats memory and goes on
        """,
        cannot_fail_because=REFEREE,
    ),
    *_faults("time", {TIMEOUT, MEMORY}, "raises to a huge power", cannot_fail_because=REFEREE),
    *_faults("time", {STARTUP}, "loops while it is made", when="make", cannot_fail_because=REFEREE),
    *_faults(
        "time",
        {STALL},
        """
        sleeps
        selects for ever
        waits for a signal for ever
        ignores signals and sleeps
        """,
        cannot_fail_because=REFEREE,
    ),
    *_faults(
        "time", {STARTUP}, "sleeps while it is made", when="make", cannot_fail_because=REFEREE
    ),
    *_faults("time", {MEMORY, TIMEOUT}, "eats memory", cannot_fail_because=LIMITS),
    *_faults("time", {MEMORY}, "eats memory at once", cannot_fail_because=LIMITS),
    *_contained("time", "maps a gigabyte", cannot_fail_because=LIMITS),
    *_contained("time", "maps a shared gigabyte", cannot_fail_because=LIMITS),
    *_contained(
        "time",
        "fills a shared gigabyte",
        faults=frozenset({MEMORY, TIMEOUT}),
        cannot_fail_because=LIMITS,
    ),
    *_faults(
        "time",
        {CRASH},
        """
        calls itself for ever
        follows a null pointer
        aborts
        runs garbage
        exits at once
        exits politely
        raises an exception
        raises what is no Exception
        raises a chain without end
        """,
        cannot_fail_because=REFEREE,
    ),
    *_faults(
        "time",
        {CRASH, TIMEOUT, MEMORY},
        """
        overflows its stack
        leaves what never goes
        never leaves its exit
        """,
        cannot_fail_because=REFEREE,
    ),
    # A Python bot does not know its own number; a program may end itself in any way.
    *_contained(
        "time",
        """
        stops itself
        kills itself by a nameless signal
        kills itself by the arena's signal
        kills itself by the sandbox's signal
        """,
        faults=frozenset({STALL, CRASH, TIMEOUT, MEMORY, SANDBOX}),
        cannot_fail_because=REFEREE,
    ),
    *_faults(
        "time",
        {STARTUP},
        "raises an exception while it is made",
        when="make",
        cannot_fail_because=REFEREE,
    ),
    *_faults(
        "time",
        {TIMEOUT},
        "burns between turns",
        pause_ms=700,
        questions=3,
        cannot_fail_because=REFEREE,
    ),
    *_contained(
        "time",
        """
        loops at the end
        sleeps at the end
        raises an exception at the end
        """,
        when="end",
        reports=False,
        cannot_fail_because=REFEREE,
    ),
]

_IMPORT = [
    *_faults(
        "import",
        {STARTUP},
        """
        loops at import
        loops in C at import
        sleeps at import
        raises an exception at import
        raises what is never printed at import
        exits at import
        exits at once at import
        follows a null pointer at import
        eats memory at import
        floods its log at import
        closes everything at import
        """,
        when="import",
        cannot_fail_because=REFEREE,
    ),
    *_faults(
        "import",
        {STARTUP},
        "answers at import",
        when="import",
        in_programs=False,
        cannot_fail_because=REFEREE,
    ),
]

_SOURCE = _faults(
    "source",
    {STARTUP},
    """
    ships a source that overflows the compiler
    ships a source of deep brackets
    ships a source of null bytes
    ships a source that is not UTF-8
    ships a source with a number without end
    ships a source of megabytes
    ships a source that doubles in the compiler
    ships a source without a bot
    """,
    when="import",
    cannot_fail_because=REFEREE,
)

_OUTPUT = [
    *_faults(
        "output",
        {GARBAGE},
        """
        floods its log
        floods its log with a line
        floods its answers
        answers twice
        answers ahead
        answers no JSON
        answers an empty line
        answers invalid UTF-8
        answers with a byte order mark
        answers with a null byte
        answers a lone surrogate
        answers another id
        answers a negative id
        answers a text for an id
        answers true for an id
        answers NaN for an id
        answers a fraction for an id
        answers no action
        answers a number for an action
        answers a list
        answers more keys
        answers a long line
        answers deep nesting
        answers deep nesting in an object
        answers a long number
        """,
        cannot_fail_because=REFEREE,
    ),
    *_faults(
        "output",
        {GARBAGE, STARTUP},
        "answers while it is made",
        when="make",
        cannot_fail_because=REFEREE,
    ),
    *_faults(
        "output",
        {STALL},
        """
        answers half
        answers without an end of line
        drips
        drips an answer
        never reads again
        """,
        cannot_fail_because=REFEREE,
    ),
    *_faults(
        "output",
        {CLOSED},
        """
        closes its answers
        closes everything
        closes everything and loops
        puts its log in the place of its answers
        """,
        cannot_fail_because=REFEREE,
    ),
    *_faults("output", {CLOSED, STALL, CRASH}, "closes its questions", cannot_fail_because=REFEREE),
    *_contained("output", "closes its log", reports=False, cannot_fail_because=REFEREE),
    *_faults(
        "output",
        {GARBAGE},
        """
        returns nothing
        returns a number
        returns a surrogate
        """,
        in_programs=False,
        cannot_fail_because=REFEREE,
    ),
    *_faults(
        "output",
        {ILLEGAL},
        """
        returns no action
        returns an empty text
        returns control codes
        returns a huge bid
        returns a currency payment
        returns a purchase of nothing
        """,
        cannot_fail_because=REFEREE,
    ),
]

_HONEST = [
    *_rows(
        "honest",
        Kind.HONEST,
        """
        plays
        prints debugging text
        prints a megabyte
        imports modules late
        imports a module of its own
        computes for a while
        uses some memory
        catches its exceptions
        asks for the time
        draws from the machine
        """,
        cannot_fail_because=HONEST,
    ),
    *_rows(
        "honest",
        Kind.HONEST,
        "reads a file of its own",
        gaps=NO_FILES,
        cannot_fail_because=HONEST,
    ),
    *_rows(
        "honest",
        Kind.HONEST,
        "imports modules that it does not name",
        gaps=ONLY_NAMED,
        cannot_fail_because=HONEST,
    ),
]

BEHAVIOURS = {
    behaviour.name: behaviour
    for group in (
        *(_FILES, _NETWORK, _IPC, _PROCESSES, _PRIVILEGES, _SECRETS, _STATE),
        *(_TIME, _IMPORT, _SOURCE, _OUTPUT, _HONEST),
    )
    for behaviour in group
}
"""All of them by name, in the order in which they are tried."""
