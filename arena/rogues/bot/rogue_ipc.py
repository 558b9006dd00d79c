"""Attacks by what processes share: System V and POSIX objects, locks, watches, keys, pipes."""

import contextlib
import ctypes
import fcntl
import os
import struct
import time

from rogue_calls import Refused, call, checked, libc, permitted

REFUSALS = (OSError, Refused)
libc.shmat.restype = ctypes.c_void_p


def makes_shared_memory(world):
    """Makes a segment of System V shared memory."""
    segment = call("shmget", 0, 4096, 0o1600)
    libc.shmctl(segment, 0, None)
    return f"segment {segment}"


def writes_shared_memory(world):
    """Attaches a segment of the machine's and writes."""
    address = libc.shmat(world.shm_id, None, 0)
    if address in (None, ctypes.c_void_p(-1).value):
        checked(-1)
    ctypes.memmove(address, b"rogue", 5)
    return "wrote"


def makes_semaphores(world):
    """Makes a set of System V semaphores."""
    semaphores = call("semget", 0, 1, 0o1600)
    libc.semctl(semaphores, 0, 0)
    return f"set {semaphores}"


def raises_a_semaphore(world):
    """Changes a semaphore of the machine's."""
    call("semop", world.sem_id, struct.pack("=HhH", 0, 1, 0), 1)
    return "raised it"


def makes_a_message_queue(world):
    """Makes a System V message queue."""
    queue = call("msgget", 0, 0o1600)
    libc.msgctl(queue, 0, None)
    return f"queue {queue}"


def sends_a_message(world):
    """Sends to a System V message queue of the machine's."""
    call("msgsnd", world.msg_id, struct.pack("=q", 1) + b"rogue", 5, 0o4000)
    return "sent"


def writes_posix_shared_memory(world):
    """Opens another's POSIX shared memory, and writes through a mapping."""
    import mmap

    descriptor = os.open(f"/dev/shm/{world.posix_shm}", os.O_RDWR)
    with mmap.mmap(descriptor, 4096) as shared:
        shared[:5] = b"rogue"
    return "wrote"


def makes_a_posix_queue(world):
    """Makes a POSIX message queue."""
    descriptor = call("mq_open", f"rogue{os.getpid()}", os.O_CREAT | os.O_RDWR, 0o600, 0)
    checked(libc.mq_unlink(f"/rogue{os.getpid()}".encode()))
    return f"descriptor {descriptor}"


def sends_to_a_posix_queue(world):
    """Sends to a POSIX message queue of the machine's."""
    descriptor = call("mq_open", world.queue, os.O_WRONLY | os.O_NONBLOCK, 0, 0)
    call("mq_timedsend", descriptor, b"rogue", 5, 0, 0)
    return "sent"


def library():
    """A descriptor of a file that all bots share."""
    return os.open(os.__file__, os.O_RDONLY)


def takes_a_lock(world):
    """Locks a file of the library with flock."""
    fcntl.flock(library(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    return "locked"


def takes_a_record_lock(world):
    """Locks a file of the library with fcntl."""
    fcntl.lockf(library(), fcntl.LOCK_SH | fcntl.LOCK_NB)
    return "locked"


def takes_a_lease(world):
    """Asks to be told before others write a file of the library."""
    fcntl.fcntl(library(), 1024, fcntl.F_RDLCK)
    return "leased"


def asks_to_be_notified(world):
    """Asks to be told of changes in a folder of the library (dnotify)."""
    folder = os.open(os.path.dirname(os.__file__), os.O_RDONLY)
    fcntl.fcntl(folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS)
    return "watches"


def watches(world):
    """Watches who opens files of the library (inotify)."""
    descriptor = call("inotify_init1", 0)
    checked(libc.inotify_add_watch(descriptor, os.path.dirname(os.__file__).encode(), 0x20))
    return f"descriptor {descriptor}"


def watches_everything(world):
    """Watches who opens any file (fanotify)."""
    return f"descriptor {call('fanotify_init', 0x200, 0)}"


def joins_a_keyring(world):
    """Joins a keyring of the kernel."""
    return f"keyring {call('keyctl', 1, 'rogue')}"


def adds_a_key(world):
    """Leaves a key in the kernel's store."""
    return f"key {call('add_key', 'user', 'rogue', b'secret', 6, -2)}"


def requests_a_key(world):
    """Asks the kernel's store for a key; that there is none is no refusal."""
    return permitted("request_key", "user", "rogue", 0, 0, but=(126,))


def enlarges_a_pipe(world):
    """Has the kernel keep more of its output than the arena planned for."""
    return f"{fcntl.fcntl(2, 1031, 1 << 20):,} bytes"


def sends_signals_by_a_pipe(world):
    """Makes the stranger the owner of its log pipe, to be signalled when it moves."""
    fcntl.fcntl(2, fcntl.F_SETOWN, world.stranger)
    return f"owner {fcntl.fcntl(2, fcntl.F_GETOWN)}"


def chooses_a_signal_for_a_pipe(world):
    """Chooses which signal a pipe sends."""
    fcntl.fcntl(2, 10, 9)
    return "chosen"


def makes_a_pipe(world):
    """Makes a pipe of its own."""
    return f"descriptors {os.pipe()}"


def splices(world):
    """Moves pages of a file of the library into the log."""
    return f"{call('splice', library(), 0, 2, 0, 1, 0)} bytes"


def tees(world):
    """Copies from the question pipe without reading it; that nothing is there is no refusal."""
    try:
        return f"{call('tee', 0 if world.program else 3, 2, 1, 2)} bytes"
    except BlockingIOError:
        return "let through; the pipe is empty"


def vmsplices(world):
    """Gives pages of its own memory to the log pipe."""
    text = ctypes.create_string_buffer(b"\n", 1)
    vector = struct.pack("=QQ", ctypes.addressof(text), 1)
    return f"{call('vmsplice', 2, vector, 1, 0)} bytes"


def sends_a_file(world):
    """Has the kernel copy a file of the library into the log."""
    return f"{os.sendfile(2, library(), 0, 1)} bytes"


def types_into_the_terminal(world):
    """Types into a terminal in the name of its user."""
    problem = None
    for name in ("/dev/tty", 0, 1, 2):
        try:
            descriptor = os.open(name, os.O_RDWR) if isinstance(name, str) else name
            fcntl.ioctl(descriptor, 0x5412, b"#")
        except OSError as error:
            problem = error
        else:
            return f"typed into {name}"
    raise problem


def types_into_a_terminal_of_its_own(world):
    """Opens a terminal, makes it that of a session of its own, and types into it."""
    with contextlib.suppress(OSError):
        os.setsid()
    _, slave = os.openpty()
    with contextlib.suppress(OSError):
        fcntl.ioctl(slave, 0x540E, 0)
    fcntl.ioctl(slave, 0x5412, b"#")
    return "typed"


def wakes_by_a_place_in_the_library(world):
    """Wakes who waits at a place of the C library's file, which all processes share (futex)."""
    place = ctypes.cast(libc.getpid, ctypes.c_void_p).value & ~3
    for _ in range(50):  # it may be about to wait
        if woken := call("futex", place, 1, 1, 0, 0, 0):
            return f"woke {woken}"
        time.sleep(0.001)
    raise Refused("nobody was woken")


ATTACKS = {
    "makes System V shared memory": makes_shared_memory,
    "writes to System V shared memory": writes_shared_memory,
    "makes System V semaphores": makes_semaphores,
    "raises a System V semaphore": raises_a_semaphore,
    "makes a System V message queue": makes_a_message_queue,
    "sends a System V message": sends_a_message,
    "writes to POSIX shared memory": writes_posix_shared_memory,
    "makes a POSIX message queue": makes_a_posix_queue,
    "sends a POSIX message": sends_to_a_posix_queue,
    "locks a library file with flock": takes_a_lock,
    "locks a library file with fcntl": takes_a_record_lock,
    "takes a lease of a library file": takes_a_lease,
    "is notified of a library folder": asks_to_be_notified,
    "watches a library folder with inotify": watches,
    "watches every file with fanotify": watches_everything,
    "joins a keyring": joins_a_keyring,
    "adds a key": adds_a_key,
    "requests a key": requests_a_key,
    "enlarges a pipe": enlarges_a_pipe,
    "has a pipe signal a stranger": sends_signals_by_a_pipe,
    "chooses the signal of a pipe": chooses_a_signal_for_a_pipe,
    "makes a pipe": makes_a_pipe,
    "splices a file into its log": splices,
    "tees the question pipe": tees,
    "splices its memory into its log": vmsplices,
    "has a file sent to its log": sends_a_file,
    "types into the terminal": types_into_the_terminal,
    "types into a terminal of its own": types_into_a_terminal_of_its_own,
    "wakes a stranger by a place in the library": wakes_by_a_place_in_the_library,
}
