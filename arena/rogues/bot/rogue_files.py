"""Attacks on files: what is not the bot's is read, listed, written, linked, removed."""

import os
import stat
import sys

import rogue_calls
from rogue_calls import Refused, call

REFUSALS = (OSError, Refused)
MANY_BYTES = 64 << 20


def read(path):
    """The beginning of a file, as evidence."""
    with open(path, "rb") as file:
        return f"{path}: {file.read(40)!r}"


def listed(path):
    """What is in a folder, as evidence."""
    return f"{path} holds {sorted(os.listdir(path))[:5]}"


def made(path):
    """Make a file, write to it, remove it; the evidence is that it was there."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(descriptor, b"rogue")
    except OSError:
        pass  # a limit on the size of files leaves an empty one
    finally:
        os.close(descriptor)
        os.unlink(path)
    return f"made {path}"


def places(world):
    """Folders in which a bot might be able to write."""
    return [world.folder, os.getcwd(), "/tmp", "/dev/shm", "/var/tmp", world.scratch]


def first_that_works(attempts):
    """The evidence of the first attempt that succeeds, or the last error."""
    problem = Refused("nothing to try")
    for attempt in attempts:
        try:
            return attempt()
        except OSError as error:
            problem = error
    raise problem


def spare_name(world):
    """A name for a file that the harness knows for the rogue's."""
    return f"rogue-{world.token}"


def reads_through_a_symbolic_link(world):
    """Makes a link to the database wherever it may, and reads through it."""

    def attempt(folder):
        link = os.path.join(folder, spare_name(world))
        os.symlink(world.database, link)
        try:
            return read(link)
        finally:
            os.unlink(link)

    return first_that_works([lambda folder=folder: attempt(folder) for folder in places(world)])


def hard_links_the_database(world):
    """Makes a second name of the database."""

    def attempt(folder):
        os.link(world.database, os.path.join(folder, spare_name(world)))
        return f"linked into {folder}"

    here = [world.scratch, world.folder, os.getcwd()]
    return first_that_works([lambda folder=folder: attempt(folder) for folder in here])


def reads_through_dots(world):
    """Goes up from its own folder and down to the database."""
    return read(os.path.relpath(world.database, os.getcwd()))


def reads_through_openat2(world):
    """Opens the database with a call newer than most tables of calls."""
    how = (0).to_bytes(24, sys.byteorder)
    descriptor = call("openat2", -100, world.database, how, len(how))
    return f"{os.read(descriptor, 40)!r}"


def reads_through_a_handle_of_a_folder(world):
    """Opens the folder alone (O_PATH), then the database below it."""
    folder = os.open(os.path.dirname(world.database), os.O_PATH | os.O_DIRECTORY)
    name = os.path.basename(world.database)
    return f"{os.read(os.open(name, os.O_RDONLY, dir_fd=folder), 40)!r}"


def maps_the_database(world):
    """Has the loader open the database; that it finds no library in it is no refusal."""
    try:
        rogue_calls.ctypes.CDLL(world.database)
    except OSError as error:
        if "too short" in str(error) or "ELF" in str(error):
            return f"the loader read it: {error}"
        raise
    return "loaded"


def lists_the_home_folder(world):
    """Lists the folder of the user who runs the arena."""
    home = os.environ.get("HOME")
    return first_that_works(
        [lambda path=path: listed(path) for path in (home, "/root", "/home") if path]
    )


def reads_process(part):
    """Reads several files about a process in /proc."""

    def attack(world):
        number = {
            "self": "self",
            "parent": str(os.getppid()),
            "referee": str(world.harness),
            "stranger": str(world.stranger),
        }[part]
        names = ["environ", "cmdline", "maps", "status", "stat", "auxv"]
        return first_that_works(
            [lambda name=name: read(f"/proc/{number}/{name}") for name in names]
        )

    return attack


def opens_its_descriptors_anew(world):
    """Opens its own log a second time through /proc/self/fd."""
    descriptor = os.open("/proc/self/fd/2", os.O_WRONLY)
    os.close(descriptor)
    return "opened"


def opens_descriptors_of(number):
    """Opens the pipes of another process through /proc."""

    def attack(world):
        folder = f"/proc/{number(world)}/fd"
        paths = [f"{folder}/{name}" for name in range(10)]
        flags = os.O_NONBLOCK | os.O_NOCTTY
        return first_that_works(
            [
                lambda path=path, way=way: f"{path}: {os.open(path, way | flags)}"
                for path in paths
                for way in (os.O_RDONLY, os.O_WRONLY)
            ]
        )

    return attack


def asks_to_be_killed_last(world):
    """Writes its own out-of-memory score."""
    with open("/proc/self/oom_score_adj", "r+") as file:
        file.write(file.read())
    return "wrote it"


def overwrites_its_source(world):
    """Opens its own source for writing, and leaves it as it is."""
    os.close(os.open(os.path.join(world.folder, "bot.py"), os.O_WRONLY | os.O_APPEND))
    return "opened for writing"


def makes_a_nameless_file(world):
    """Makes a file that has no name (O_TMPFILE)."""
    return first_that_works(
        [
            lambda folder=folder: f"file {os.open(folder, os.O_TMPFILE | os.O_RDWR)} in {folder}"
            for folder in places(world)
        ]
    )


def makes(maker):
    """Makes something that is no regular file, and removes it."""

    def attack(world):
        def attempt(folder):
            path = os.path.join(folder, spare_name(world))
            maker(path)
            (os.rmdir if os.path.isdir(path) else os.unlink)(path)
            return f"made {path}"

        return first_that_works([lambda folder=folder: attempt(folder) for folder in places(world)])

    return attack


def truncates(world):
    """Cuts a file by its path: no open is needed."""
    os.truncate(world.victim, 3)
    return "cut"


def changes_owner(world):
    """Gives a file to somebody else, or to whom it belongs already."""

    def attempt(user):
        os.chown(world.victim, user, -1)
        return f"now of {user}"

    return first_that_works([lambda: attempt(65534), lambda: attempt(os.getuid())])


def done(action, *arguments, **named):
    """Do something whose success is evidence enough."""
    action(*arguments, **named)
    return f"{action.__name__} was done"


def fills_the_disk(world):
    """Writes 64 MB; where files may not grow, into names of links and attributes of files."""

    def with_content(folder):
        path = os.path.join(folder, spare_name(world))
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            written = 0
            while written < MANY_BYTES:
                written += os.write(descriptor, bytes(1 << 20))
            return f"wrote {written:,} bytes to {path}"
        finally:
            os.close(descriptor)
            os.unlink(path)

    def with_links(folder):
        paths = [os.path.join(folder, f"{spare_name(world)}-{i}") for i in range(100)]
        there = []
        try:
            for path in paths:
                os.symlink("x" * 4000, path)
                there.append(path)
        finally:
            for path in there:
                os.unlink(path)
        return f"100 links of 4,000 bytes in {folder}"

    return first_that_works(
        [
            lambda way=way, folder=folder: way(folder)
            for way in (with_content, with_links)
            for folder in places(world)
        ]
    )


def memory_file(world):
    """Makes a file that lives in memory alone."""
    return f"descriptor {os.memfd_create('rogue')}"


def fills_memory_files(world):
    """Writes 1 GB into files that live in memory, which no limit on a process's own counts."""
    descriptor = os.memfd_create("rogue")
    block = bytes(1 << 20)
    for _ in range(1024):
        if os.write(descriptor, block) < len(block):
            raise Refused("a file could not grow")
    return "wrote 1 GB"


def opens_devices(world):
    """Opens devices that reach the machine or a terminal."""
    names = ["kmsg", "mem", "fuse", "kvm", "ptmx", "tty", "full", "vsock", "net/tun"]
    return first_that_works(
        [
            lambda name=name: f"/dev/{name}: {os.open(f'/dev/{name}', os.O_RDWR | os.O_NOCTTY)}"
            for name in names
        ]
    )


def touches_a_library(world):
    """Sets the times of a file of the standard library to what they are."""
    library = os.__file__
    seen = os.stat(library)
    os.utime(library, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    return "touched"


def leaves_a_sign(world):
    """Reads files, so that their access times tell its next match something."""
    folders = [".", os.path.dirname(os.__file__)]
    paths = [
        os.path.join(folder, name) for folder in folders for name in sorted(os.listdir(folder))
    ]
    signs = []
    for path in filter(os.path.isfile, paths):
        before = os.stat(path).st_atime_ns
        read(path)
        if os.stat(path).st_atime_ns != before:
            signs.append(path)
    if not signs:
        raise Refused("no reading was noted")
    return f"{len(signs)} signs, such as {signs[0]}"


def sets_flags(world):
    """Sets the flags of a file of the library (such as: never to be changed) to what they are."""
    import fcntl

    descriptor = os.open(os.__file__, os.O_RDONLY)
    flags = fcntl.ioctl(descriptor, 0x80086601, bytes(8))
    fcntl.ioctl(descriptor, 0x40086602, flags)
    return f"set {flags.hex()}"


def syncs(world):
    """Has a whole disk written out, for which all must wait."""
    descriptor = os.open(os.__file__, os.O_RDONLY)
    rogue_calls.checked(rogue_calls.libc.syncfs(descriptor))
    return "written out"


def writes_a_library_out(world):
    """Has one file written out, which makes the disk empty its own memory, for which all wait."""
    os.fsync(os.open(os.__file__, os.O_RDONLY))
    return "written out"


def throws_a_library_out(world):
    """Has what the machine holds of a file in memory thrown away, so that others must read it."""
    descriptor = os.open(os.__file__, os.O_RDONLY)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    return "thrown out"


def reads_links_of_a_stranger(world):
    """Asks where a process has its program, its folder, its files."""
    names = ["exe", "cwd", "root", "fd/0", "fd/1"]
    paths = [
        f"/proc/{number}/{name}" for number in (world.stranger, world.harness) for name in names
    ]
    return first_that_works([lambda path=path: f"{path}: {os.readlink(path)}" for path in paths])


def finds_what_its_zygote_ran(world):
    """Looks whether a file of its own was run by the process that it was forked from."""
    if getattr(sys, "rogue_ran_in", os.getpid()) == os.getpid():
        raise Refused("no other process has run it")
    return f"process {sys.rogue_ran_in} ran it"


def opens_settings(*names):
    """Opens settings of the kernel for writing, and leaves them as they are."""

    def attack(world):
        return first_that_works(
            [lambda name=name: f"{name}: {os.open(name, os.O_WRONLY)}" for name in names]
        )

    attack.__doc__ = f"Opens {names[0]} for writing, and leaves it as it is."
    return attack


def statx(world):
    """Asks for size and times with the newest of the calls for it."""
    answer = rogue_calls.ctypes.create_string_buffer(256)
    call("statx", -100, world.database, 0, 0x7FF, answer)
    return f"{stat.S_IFMT(int.from_bytes(answer[28:30], sys.byteorder)):o}"


def learns_what_exists(world):
    """Tells by the error whether a path exists."""
    try:
        os.readlink(world.database)
    except OSError as error:
        there = error.errno
    try:
        os.readlink(world.database + "-no")
    except OSError as error:
        absent = error.errno
    if there == absent:
        raise Refused("both give the same error")
    return f"error {there} for what exists, {absent} for what does not"


def runs_its_bytecode(world):
    """Imports a module whose shipped bytecode, marked as never to be checked, is another's."""
    import rogue_twofold

    if rogue_twofold.IS_SOURCE:
        raise Refused("the source ran")
    return "the bytecode ran"


def shadows_a_library_module(world):
    """Imports json, of which it has one of its own."""
    sys.modules.pop("json")
    import json

    if hasattr(json, "loads"):
        raise Refused("the library's was imported")
    return f"imported {json.__file__}"


ATTACKS = {
    "reads /etc/passwd": lambda world: read("/etc/passwd"),
    "reads the league's database": lambda world: read(world.database),
    "reads another bot's source": lambda world: read(world.other_source),
    "reads a file with a secret": lambda world: read(world.secret_file),
    "reads the database through ..": reads_through_dots,
    "reads the database through a symbolic link": reads_through_a_symbolic_link,
    "reads the database with openat2": reads_through_openat2,
    "reads the database through its folder's descriptor": reads_through_a_handle_of_a_folder,
    "loads a shared library from outside": maps_the_database,
    "hard links the database": hard_links_the_database,
    "renames the database": lambda world: done(os.rename, world.database, world.database + "-2"),
    "lists its parent folder": lambda world: listed(os.path.dirname(world.folder)),
    "lists the root folder": lambda world: listed("/"),
    "lists /tmp": lambda world: listed("/tmp"),
    "lists the home folder": lists_the_home_folder,
    "lists the folder of the database": lambda world: listed(os.path.dirname(world.database)),
    "lists /proc": lambda world: listed("/proc"),
    "lists /sys": lambda world: listed("/sys"),
    "lists /dev": lambda world: listed("/dev"),
    "lists /etc": lambda world: listed("/etc"),
    "reads /proc of itself": reads_process("self"),
    "reads /proc of its parent": reads_process("parent"),
    "reads /proc of the referee": reads_process("referee"),
    "reads /proc of a stranger": reads_process("stranger"),
    "reads /proc/version": lambda world: read("/proc/version"),
    "reads /proc/meminfo": lambda world: read("/proc/meminfo"),
    "opens its descriptors anew": opens_its_descriptors_anew,
    "opens a stranger's descriptors anew": opens_descriptors_of(lambda world: world.stranger),
    "opens its parent's descriptors anew": opens_descriptors_of(lambda world: os.getppid()),
    "opens the referee's descriptors anew": opens_descriptors_of(lambda world: world.harness),
    "asks to be killed last": asks_to_be_killed_last,
    "writes in its folder": lambda world: made(os.path.join(world.folder, spare_name(world))),
    "writes in its working folder": lambda world: made(os.path.abspath(spare_name(world))),
    "writes in /tmp": lambda world: made(f"/tmp/{spare_name(world)}"),
    "writes in /dev/shm": lambda world: made(f"/dev/shm/{spare_name(world)}"),
    "writes beside the database": lambda world: made(f"{world.database}-journal"),
    "overwrites its own source": overwrites_its_source,
    "opens the database for writing": lambda world: done(os.open, world.database, os.O_RDWR),
    "makes a nameless file": makes_a_nameless_file,
    "makes a folder": makes(os.mkdir),
    "makes a named pipe": makes(os.mkfifo),
    "makes a symbolic link to nowhere": makes(lambda path: os.symlink("nowhere", path)),
    "truncates a file by its path": truncates,
    "changes the mode of a file outside": lambda world: done(os.chmod, world.victim, 0o777),
    "changes the times of a file outside": lambda world: done(os.utime, world.victim, (1, 1)),
    "sets an attribute of a file outside": lambda world: done(
        os.setxattr, world.victim, "user.rogue", b"1"
    ),
    "removes an attribute of a file outside": lambda world: done(
        os.removexattr, world.victim, "user.canary"
    ),
    "reads an attribute of a file outside": lambda world: (
        f"{os.getxattr(world.victim, 'user.canary')}"
    ),
    "removes a file outside": lambda world: done(os.unlink, world.victim),
    "removes a folder outside": lambda world: done(os.rmdir, world.hollow),
    "changes the owner of a file outside": changes_owner,
    "makes a folder outside": lambda world: done(os.mkdir, os.path.join(world.hollow, "rogue")),
    "stats a file outside": lambda world: f"{os.stat(world.database).st_size} bytes",
    "stats a file outside with statx": statx,
    "learns whether a path exists": learns_what_exists,
    "asks how full the disk is": lambda world: f"{os.statvfs(world.folder).f_bfree} blocks free",
    "changes its working folder": lambda world: done(os.chdir, "/"),
    "fills the disk": fills_the_disk,
    "makes a file in memory": memory_file,
    "fills memory with files": fills_memory_files,
    "opens devices": opens_devices,
    "touches a file of the library": touches_a_library,
    "leaves a sign by reading": leaves_a_sign,
    "sets flags of a file of the library": sets_flags,
    "has the disk written out": syncs,
    "has a file of the library written out": writes_a_library_out,
    "throws a file of the library out of memory": throws_a_library_out,
    "reads where a stranger's links lead": reads_links_of_a_stranger,
    "reads where a link outside leads": lambda world: os.readlink(world.link),
    "ships a module of another system": finds_what_its_zygote_ran,
    "ships tests of its own": finds_what_its_zygote_ran,
    "ships an encoding of its own": finds_what_its_zygote_ran,
    "opens settings of the kernel": opens_settings(
        "/proc/sys/kernel/core_pattern", "/proc/sys/vm/overcommit_memory", "/proc/sysrq-trigger"
    ),
    "opens the list of a control group": opens_settings("/sys/fs/cgroup/cgroup.procs"),
    "ships bytecode that differs from its source": runs_its_bytecode,
    "ships a json.py of its own": shadows_a_library_module,
}
