"""Attacks on the kernel: calls that give power over the machine, or a new face of the kernel."""

import ctypes
import os
import struct

from rogue_calls import Refused, call, libc, permitted

REFUSALS = (OSError, Refused)
ENOENT, EBADF, ENOMEM, EFAULT, EINVAL = 2, 9, 12, 14, 22


def sets_up_io_uring(world):
    """Asks for rings by which calls are made that no filter sees."""
    return permitted("io_uring_setup", 4, ctypes.create_string_buffer(120), but=(ENOMEM,))


def loads_bpf(world):
    """Makes a map of BPF."""
    return f"descriptor {call('bpf', 0, struct.pack('=IIII', 2, 4, 4, 1) + bytes(112), 128)}"


def counts_events(world):
    """Opens a counter of the processor for itself."""
    attributes = struct.pack("=IIQQQQQ", 1, 112, 0, 0, 0, 0, 1 << 5 | 1 << 6) + bytes(64)
    return f"descriptor {call('perf_event_open', attributes, 0, -1, -1, 0)}"


def catches_page_faults(world):
    """Asks to be told of page faults, with which races in the kernel are won."""
    return f"descriptor {call('userfaultfd', 1)}"


def enters_a_namespace(world):
    """Joins a namespace that is none: whoever may not is told so first."""
    return permitted("setns", -1, 0, but=(EBADF,))


def as_root(attack):
    """The attack; where it is refused, once more as root of namespaces of its own."""

    def attempt(world):
        try:
            return attack(world)
        except PermissionError:
            call("unshare", 0x10000000 | 0x00020000 | 0x04000000)
            return attack(world)

    attempt.__doc__ = attack.__doc__
    return attempt


@as_root
def mounts(world):
    """Mounts a file system in memory on a folder, and takes it off."""
    call("mount", "rogue", world.hollow, "tmpfs", 0, 0)
    call("umount2", world.hollow, 2)
    return "mounted"


@as_root
def unmounts(world):
    """Takes off a file system."""
    return permitted("umount2", world.hollow, 2, but=(EINVAL,))


@as_root
def opens_a_tree(world):
    """Copies a mount for itself."""
    return f"descriptor {call('open_tree', -100, '/', 0x8001)}"


@as_root
def opens_a_file_system(world):
    """Opens a file system by the newer calls."""
    return f"descriptor {call('fsopen', 'tmpfs', 0)}"


@as_root
def turns_the_root(world):
    """Takes another folder for the root."""
    return permitted("pivot_root", world.hollow, world.hollow, but=(EINVAL, 16))


def changes_root(world):
    """Takes the root for the root, which proves the permission."""
    os.chroot("/")
    return "changed its root"


def sets_capabilities(world):
    """Sets its capabilities to none, which anyone may by the kernel's own rules."""
    return f"{call('capset', struct.pack('=II', 0x20080522, 0), bytes(24))}"


def sets_personality(world):
    """Asks for another order of its memory."""
    return f"{call('personality', 0x0040000):#x}"


def reads_the_kernel_log(world):
    """Reads the messages of the kernel."""
    buffer = ctypes.create_string_buffer(4096)
    return f"{call('syslog', 3, buffer, 4096)} bytes"


def reboots(world):
    """Asks for a restart with a wrong number: the permission is looked at first."""
    return permitted("reboot", 0, 0, 0, 0, but=(EINVAL,))


def swaps(world):
    """Adds memory that is not there: the permission is looked at first."""
    return permitted("swapon", "/nowhere", 0, but=(ENOENT, EINVAL))


def accounts(world):
    """Has the kernel write who ran; to a file that is not there."""
    return permitted("acct", "/nowhere", but=(ENOENT,))


def names_the_host(world):
    """Gives the machine the name that it has."""
    name = os.uname().nodename
    return f"{call('sethostname', name, len(name.encode()))}"


def sets_the_clock(world):
    """Sets the clock to nothing, which proves the permission."""
    return permitted("settimeofday", 0, 0, but=(EFAULT,))


def tunes_the_clock(world):
    """Sets the clock's tick to what it is."""
    state = ctypes.create_string_buffer(208)
    call("adjtimex", state)
    tick = struct.unpack_from("=q", state, 88)[0]
    struct.pack_into("=I", state, 0, 0x4000)
    struct.pack_into("=q", state, 88, tick)
    return f"{call('adjtimex', state)}"


def sets_quotas(world):
    """Has quotas written to the disk."""
    return permitted("quotactl", 0x800001 << 8, 0, 0, 0, but=())


def makes_a_device(world):
    """Makes a device by which memory or disks are read."""
    path = os.path.join(world.hollow, "device")
    os.mknod(path, 0o20600, os.makedev(1, 3))
    os.unlink(path)
    return "made"


def makes_a_node(world):
    """Makes a pipe with the call that makes devices."""
    path = os.path.join(world.hollow, "node")
    call("mknodat", -100, path, 0o10600, 0)
    os.unlink(path)
    return "made"


def takes_a_handle(world):
    """Asks for the number by which a file can be opened past all folders."""
    handle = ctypes.create_string_buffer(struct.pack("=Ii", 128, 0), 136)
    number = ctypes.c_int()
    call("name_to_handle_at", -100, world.database, handle, ctypes.byref(number), 0)
    return f"{handle.raw[:24].hex()}"


def opens_by_handle(world):
    """Opens a file by a number; a wrong one, where the permission is looked at first."""
    handle = struct.pack("=Ii", 8, 1) + bytes(8)
    return permitted("open_by_handle_at", -100, handle, 0, but=(116, EINVAL, 9, 95))


def loads_a_module(name, *arguments):
    """Loads or removes a module of the kernel; what it gives is none."""

    def attack(world):
        return permitted(name, *arguments, but=(8, 9, EFAULT, ENOENT, EINVAL))

    attack.__doc__ = f"Calls {name}."
    return attack


def changes_segments(world):
    """Writes a table of the processor that old bugs of the kernel lie in."""
    return f"{call('modify_ldt', 0, ctypes.create_string_buffer(16), 16)}"


def filters_itself(world):
    """Asks the kernel about filters, as before it installs one that listens to itself."""
    return f"{call('seccomp', 3, 0, ctypes.create_string_buffer(8))}"


def hides_memory(world):
    """Takes memory that even the kernel does not see."""
    return f"descriptor {call('memfd_secret', 0)}"


def locks_memory(world):
    """Keeps a megabyte of memory from being moved out."""
    memory = ctypes.create_string_buffer(1 << 20)
    if libc.mlock(memory, ctypes.c_size_t(1 << 20)):
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return "locked"


def changes(action, *arguments):
    """Changes who it is, to who it is: the permission is what counts."""

    def attack(world):
        getattr(os, action)(*(argument() for argument in arguments))
        return f"{action} was let through"

    attack.__doc__ = f"Calls {action}."
    return attack


ATTACKS = {
    "sets up io_uring": sets_up_io_uring,
    "makes a map of BPF": loads_bpf,
    "opens a performance counter": counts_events,
    "catches page faults": catches_page_faults,
    "unshares a user namespace": lambda world: f"{call('unshare', 0x10000000)}",
    "unshares its mounts": lambda world: f"{call('unshare', 0x10020000)}",
    "unshares its descriptors": lambda world: f"{call('unshare', 0x400)}",
    "enters a namespace": enters_a_namespace,
    "mounts a file system": mounts,
    "unmounts a file system": unmounts,
    "copies a mount": opens_a_tree,
    "opens a file system": opens_a_file_system,
    "turns the root": turns_the_root,
    "changes its root": changes_root,
    "sets its user": changes("setuid", os.getuid),
    "sets its users": changes("setresuid", os.getuid, os.getuid, os.getuid),
    "sets its group number": changes("setgid", os.getgid),
    "sets its groups": changes("setgroups", os.getgroups),
    "sets its capabilities": sets_capabilities,
    "sets its personality": sets_personality,
    "reads the kernel's log": reads_the_kernel_log,
    "restarts the machine": reboots,
    "adds swap": swaps,
    "starts accounting": accounts,
    "names the host": names_the_host,
    "sets the clock": sets_the_clock,
    "tunes the clock": tunes_the_clock,
    "syncs quotas": sets_quotas,
    "makes a device": makes_a_device,
    "makes a node": makes_a_node,
    "takes a file's handle": takes_a_handle,
    "opens by a handle": opens_by_handle,
    "loads a module": loads_a_module("init_module", 0, 0, ""),
    "loads a module from a file": loads_a_module("finit_module", -1, "", 0),
    "removes a module": loads_a_module("delete_module", "rogue-none", 0),
    "loads another kernel": loads_a_module("kexec_load", 0, 0, 0, 0xFFFF0000),
    "takes over input and output ports": lambda world: f"{call('iopl', 3)}",
    "reads a table of the processor": changes_segments,
    "asks about filters": filters_itself,
    "asks about Landlock": lambda world: f"version {call('landlock_create_ruleset', 0, 0, 1)}",
    "hides memory from the kernel": hides_memory,
    "locks memory": locks_memory,
    "hangs up the terminal": lambda world: f"{call('vhangup')}",
}
