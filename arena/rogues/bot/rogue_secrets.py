"""Attacks on what a bot is not to know, and on what another match left or will find."""

import builtins
import contextlib
import ctypes
import gc
import glob
import hashlib
import json
import os
import random
import re
import sys

import rogue_calls
from rogue_calls import Refused

REFUSALS = (OSError, Refused)
SECRET = re.compile("-".join(["arena", "secret", "[0-9a-f]{16}"]))  # apart, else it finds itself
SECRET_BYTES = re.compile(SECRET.pattern.encode())
LIKE_A_SECRET = re.compile("-".join(["arena", "(?:secret|bait)", "[0-9a-f]{16}"]))
LIKE_A_SECRET_BYTES = re.compile(LIKE_A_SECRET.pattern.encode())
KNOWN_NAMES = re.compile("PYTHONHASHSEED|LANG|LC_.*|PATH|.*_NUM_THREADS")
MARK = "left_by_an_earlier_match"


def secret_in(value):
    """A secret in a text or bytes."""
    if isinstance(value, str):
        return SECRET.search(value)
    if isinstance(value, (bytes, bytearray)):
        return SECRET_BYTES.search(value)
    return None


def told(found, place):
    if found is None:
        raise Refused("none found")
    return f"{found[0]!r} in {place}"


def reads_the_environment(world):
    """Looks for anything in the environment that a bot does not need."""
    surplus = [name for name in os.environ if not KNOWN_NAMES.fullmatch(name)]
    if not surplus:
        raise Refused(f"only {sorted(os.environ)}")
    return f"{surplus[:5]}"


def reads_the_first_environment(world):
    """Looks at the environment that the C library got when the process was started."""
    table = ctypes.POINTER(ctypes.c_char_p).in_dll(rogue_calls.libc, "environ")
    entries = []
    while table[len(entries)]:
        entries.append(table[len(entries)].decode(errors="replace"))
    surplus = [entry for entry in entries if not KNOWN_NAMES.fullmatch(entry.partition("=")[0])]
    if not surplus:
        raise Refused("nothing in it")
    return f"{surplus[:3]}"


def reads_an_environment_in_proc(number):
    """Looks into the environment of another process."""

    def attack(world):
        with open(f"/proc/{number(world)}/environ", "rb") as file:
            return told(secret_in(file.read()), "its environment")

    return attack


def searches_frames(world):
    """Goes up the calls that led here, and looks at every variable."""
    frame = sys._getframe()
    while frame is not None:
        for names in (frame.f_locals, frame.f_globals):
            for name, value in list(names.items()):
                if secret_in(value):
                    return told(secret_in(value), f"{frame.f_code.co_name}: {name}")
        frame = frame.f_back
    raise Refused("no frame has one")


def bait():
    """What a search must find, or it is blind: a text like a secret, made anew."""
    return "-".join(["arena", "bait", f"{random.Random(5).getrandbits(64):016x}"])


def judged(found, bait_text, place):
    """The evidence of a search that has found these texts."""
    if bait_text not in found:
        raise RuntimeError(f"a search of {place} is blind")
    secrets = sorted(found - {bait_text})
    if not secrets:
        raise Refused(f"none in {place}")
    return f"{secrets} in {place}"


def searches_all_objects(world):
    """Looks at every object of the interpreter, also those that the collector was to forget."""
    gc.unfreeze()
    held = [bait()]
    found = set()
    seen = 0
    for owner in gc.get_objects():
        for value in gc.get_referents(owner):
            seen += 1
            if isinstance(value, (str, bytes, bytearray)):
                text = value if isinstance(value, str) else value.decode("latin-1")
                found.update(LIKE_A_SECRET.findall(text))
    return judged(found, held[0], f"{seen:,} objects")


def is_readable(address):
    """Whether there is memory at an address: the kernel reads it for a call that does nothing."""
    try:
        rogue_calls.call("rt_sigprocmask", 99, address, 0, 8)
    except OSError as error:
        return error.errno != 14
    return True


def around(address):
    """The readable memory about an address, at most 16 MB each way."""
    page = 4096
    low = high = address // page * page
    while high - address < 16 << 20 and is_readable(high):
        high += page
    while address - low < 16 << 20 and is_readable(low - page):
        low -= page
    return low, high


def regions():
    """Where it has memory: as the kernel tells, else found by trying."""
    try:
        with open("/proc/self/maps") as file:
            lines = [line.split()[:2] for line in file]
    except OSError:
        anchors = [id(Plain()), id(bait()), ctypes.addressof(ctypes.c_int()), id(type)]
        break_address = ctypes.cast(rogue_calls.libc.malloc, ctypes.c_void_p).value
        return {around(address) for address in (*anchors, break_address)}
    return {
        tuple(int(address, 16) for address in addresses.split("-"))
        for addresses, rights in lines
        if rights.startswith("rw")
    }


def searches_its_memory(world):
    """Reads all its memory, what was freed included, for a secret."""
    held = bait()
    found = set()
    chunk = 1 << 20
    for low, high in regions():
        for start in range(low, high, chunk):
            text = ctypes.string_at(start, min(chunk + 64, high - start))
            found.update(match.decode() for match in LIKE_A_SECRET_BYTES.findall(text))
    return judged(found, held, "its memory")


def looks_for_the_deck(world):
    """Looks for the game's state, which knows the order of the deck."""
    gc.unfreeze()
    for thing in gc.get_objects():
        kind = type(thing)
        if kind.__module__.startswith("arena.") and kind.__name__ in ("State", "Table", "Plan"):
            return f"a {kind.__module__}.{kind.__name__}"
    raise Refused("there is none")


def finds_descriptors(world):
    """Looks for open descriptors beyond its own."""
    found = []
    for descriptor in range(3 if world.program else 5, 1024):
        with contextlib.suppress(OSError):
            found.append((descriptor, oct(os.fstat(descriptor).st_mode)))
    if not found:
        raise Refused("none is open")
    return f"{found[:5]}"


def writes_to_every_descriptor(world):
    """Writes to each descriptor but those of its answers and its log."""
    own = {2, world.replies} if world.program else {1, 2, world.replies}
    found = []
    for descriptor in set(range(1024)) - own:
        with contextlib.suppress(OSError):
            if os.write(descriptor, b"x") and os.fstat(descriptor).st_rdev != os.makedev(1, 3):
                found.append(descriptor)
    if not found:
        raise Refused("none takes it")
    return f"{found[:5]}"


def reads_every_descriptor(world):
    """Reads from each descriptor but that of its questions: another's log or answers."""
    questions = 0 if world.program else 3
    found = []
    for descriptor in set(range(1024)) - {questions}:
        with contextlib.suppress(OSError):
            os.set_blocking(descriptor, False)
            if os.read(descriptor, 100):
                found.append(descriptor)
    if not found:
        raise Refused("none gives anything")
    return f"{found[:5]}"


def mark_paths(world):
    """Files by which one match might tell another."""
    folders = [world.folder, os.getcwd(), "/tmp", "/dev/shm", "/var/tmp", world.scratch]
    return [os.path.join(folder, f"{MARK}-{world.token}") for folder in folders]


def marks_modules(world):
    """Marks modules of the library and of the arena; the next match looks for the marks."""
    marked = [json, builtins, random, sys, type(world.match), *list(sys.modules.values())]
    if world.round == 0:
        for thing in marked:
            with contextlib.suppress(AttributeError, TypeError):
                setattr(thing, MARK, True)
        os.environ[MARK] = "1"
        raise Refused("marked them")
    found = [str(thing)[:40] for thing in marked if hasattr(thing, MARK)]
    if not found and MARK not in os.environ:
        raise Refused("no mark")
    return f"{found[:3]}"


def leaves_files(world):
    """Leaves files wherever it can; the next match looks for them."""
    if world.round == 0:
        for path in mark_paths(world):
            with contextlib.suppress(OSError):
                os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        raise Refused("left them")
    found = [path for path in mark_paths(world) if os.path.exists(path)]
    for path in found:
        os.unlink(path)
    if not found:
        raise Refused("no file")
    return f"{found}"


def leaves_shared_memory(world):
    """Leaves a named piece of System V memory; the next match looks for it."""
    key = 0x726F6775
    if world.round == 0:
        with contextlib.suppress(OSError):
            rogue_calls.call("shmget", key, 4096, 0o1600)
        raise Refused("left it")
    segment = rogue_calls.call("shmget", key, 0, 0)
    rogue_calls.libc.shmctl(segment, 0, None)
    return f"segment {segment}"


def leaves_bytecode(world):
    """Has the interpreter write bytecode beside its source, for the next match to run."""
    sys.dont_write_bytecode = False
    sys.pycache_prefix = None
    if world.round == 0:
        import rogue_honest  # noqa: F401 to have it compiled

        raise Refused("imported a module")
    found = glob.glob(os.path.join(world.folder, "__pycache__", "rogue_honest*"))
    if not found:
        raise Refused("none was written")
    for path in found:
        os.unlink(path)
    return f"{found}"


def marks_descriptors(world):
    """Sets flags of descriptors that it may share with later matches; the next looks for them."""
    import fcntl

    flags = {}
    for descriptor in range(0 if not world.program else 3, 64):
        with contextlib.suppress(OSError):
            flags[descriptor] = fcntl.fcntl(descriptor, fcntl.F_GETFL)
            if world.round == 0:
                fcntl.fcntl(descriptor, fcntl.F_SETFL, flags[descriptor] | os.O_APPEND)
    if world.round == 0:
        raise Refused("marked them")
    found = [descriptor for descriptor, flag in flags.items() if flag & os.O_APPEND]
    if not found:
        raise Refused("no mark")
    return f"{found}"


class Plain:
    """An object whose place in a set is that in memory."""


def order_of_plain_objects(world):
    """Tells in which order sets hold objects that are told apart by their place in memory."""
    things = [Plain() for _ in range(500)]
    numbers = {thing: number for number, thing in enumerate(things)}
    order = [numbers[thing] for thing in set(things)]
    return hashlib.sha256(repr(order).encode()).hexdigest()[:16]


def places_in_memory(world):
    """Tells where in memory objects lie."""
    return hex(id(Plain()))


def hash_of_text(world):
    """Tells the hash of a text, and the order of a set of texts."""
    return f"{hash('rogue')} {list({'R1', 'B2', 'O3', 'G4', 'W5'})}"


def random_numbers(world):
    """Tells what its random generator draws."""
    return f"{[random.random() for _ in range(3)]} {random.choice(range(1000))}"


ATTACKS = {
    "reads its environment": reads_the_environment,
    "reads the environment of its start": reads_the_first_environment,
    "reads a stranger's environment": reads_an_environment_in_proc(lambda world: world.stranger),
    "reads its parent's environment": reads_an_environment_in_proc(lambda world: os.getppid()),
    "searches the frames for a secret": searches_frames,
    "searches all objects for a secret": searches_all_objects,
    "searches its memory for a secret": searches_its_memory,
    "looks for the deck": looks_for_the_deck,
    "finds descriptors beyond its own": finds_descriptors,
    "writes to every descriptor": writes_to_every_descriptor,
    "reads from every descriptor": reads_every_descriptor,
    "marks modules for the next match": marks_modules,
    "leaves files for the next match": leaves_files,
    "leaves shared memory for the next match": leaves_shared_memory,
    "leaves bytecode for the next match": leaves_bytecode,
    "marks its descriptors for the next match": marks_descriptors,
    "tells the order of a set of plain objects": order_of_plain_objects,
    "tells places in memory": places_in_memory,
    "tells the hash of a text": hash_of_text,
    "tells what it draws at random": random_numbers,
}
