"""System calls by number, for attacks that the standard library has no function for."""

import ctypes
import mmap
import os
import platform

X86 = platform.machine() in ("x86_64", "AMD64")

NUMBERS = {  # x86_64, aarch64; -1 where the machine has no such call
    "acct": (163, 89),
    "add_key": (248, 217),
    "adjtimex": (159, 171),
    "bpf": (321, 280),
    "capset": (126, 91),
    "clock_nanosleep": (230, 115),
    "clone": (56, 220),
    "clone3": (435, 435),
    "delete_module": (176, 106),
    "execveat": (322, 281),
    "fanotify_init": (300, 262),
    "finit_module": (313, 273),
    "fork": (57, -1),
    "fsopen": (430, 430),
    "futex": (202, 98),
    "init_module": (175, 105),
    "inotify_init1": (294, 26),
    "io_uring_setup": (425, 425),
    "ioperm": (173, -1),
    "iopl": (172, -1),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "landlock_create_ruleset": (444, 444),
    "memfd_secret": (447, 447),
    "migrate_pages": (256, 238),
    "mknodat": (259, 33),
    "modify_ldt": (154, -1),
    "mount": (165, 40),
    "mq_open": (240, 180),
    "mq_timedsend": (242, 182),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "openat2": (437, 437),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pivot_root": (155, 41),
    "process_madvise": (440, 440),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "rt_sigprocmask": (14, 135),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "sched_setattr": (314, 274),
    "seccomp": (317, 277),
    "semget": (64, 190),
    "semop": (65, 193),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "settimeofday": (164, 170),
    "shmat": (30, 196),
    "shmget": (29, 194),
    "splice": (275, 76),
    "statx": (332, 291),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "tee": (276, 77),
    "tgkill": (234, 131),
    "tkill": (200, 130),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
    "vhangup": (153, 58),
    "vmsplice": (278, 75),
}

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


class Refused(Exception):
    """The attack was held off."""


class Absent(Refused):
    """This machine has nothing to attack."""

    def __init__(self):
        super().__init__("this machine has no such call")


def by_number(number, *arguments):
    """Make the call of this number; texts and bytes are passed as pointers."""
    passed = [
        ctypes.c_char_p(argument.encode())
        if isinstance(argument, str)
        else ctypes.c_char_p(argument)
        if isinstance(argument, bytes)
        else ctypes.c_long(argument)
        if isinstance(argument, int)
        else argument
        for argument in arguments
    ]
    result = libc.syscall(ctypes.c_long(number), *passed)
    if result == -1:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def call(name, *arguments):
    """Make a call by its name."""
    number = NUMBERS[name][0 if X86 else 1]
    if number < 0:
        raise Absent
    return by_number(number, *arguments)


def permitted(name, *arguments, but=()):
    """Make a call with arguments that harm nobody: an error among ``but`` proves the permission."""
    try:
        result = call(name, *arguments)
    except OSError as error:
        if error.errno not in but:
            raise
        return f"{name} was let through: {error.strerror}"
    return f"{name} gave {result}"


def checked(result):
    """The result of a function of libc, or its error as an exception."""
    if result == -1:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def machine_code(code):
    """A function without arguments made of machine code; kept mapped as long as it lives."""
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    prot = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    pages = mmap.mmap(-1, 4096, flags, prot)
    pages.write(code)
    function = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(pages)))
    function.pages = pages
    return function
