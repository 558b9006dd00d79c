"""What a bot may ask of the kernel: the policy of sandbox.md, to be read as one.

Two layers are laid over each other, and the stricter answer counts. The first is put on a zygote
and everything it forks; it lists what may be called at all. The second is put on each child and
takes back what only the zygote needs.
"""

from __future__ import annotations

import errno
import fcntl
import mmap
import os
import termios

from arena.sandbox.rules import ALLOW, KILL, OWN_PID, Is, Rule, refuse

INPUT_AND_OUTPUT = (
    *("read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev"),
    *("close", "lseek", "fstat"),
    *("dup", "dup2", "dup3", "poll", "ppoll", "select", "pselect6"),
)
MEMORY = ("mmap", "mprotect", "munmap", "mremap", "madvise", "brk", "membarrier")
WAITING = (
    *("nanosleep", "pause", "sched_yield", "restart_syscall"),
    *("rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait"),
    *("rt_sigsuspend", "sigaltstack", "getitimer", "setitimer", "alarm"),
)
CLOCKS = ("time", "gettimeofday", "times", "getrusage")
ABOUT_ITSELF = (
    *("getpid", "gettid", "getppid", "getpgrp", "getuid", "geteuid", "getgid", "getegid"),
    *("getgroups", "getcwd", "uname", "getrlimit", "getcpu", "getrandom"),
    "sched_getaffinity",
)
ENDING = ("exit", "exit_group", "rseq", "set_robust_list")
READING_PATHS = (
    *("stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2"),
    *("readlink", "readlinkat", "getdents64"),
)
OPENING_PATHS = ("open", "openat")

FOR_THE_ZYGOTE = (
    *("fork", "wait4", "sendto", "recvfrom", "sendmsg", "recvmsg", "setsid", "prctl", "kill"),
    *("tgkill", "prlimit64", "setrlimit", "seccomp", "landlock_restrict_self", "close_range"),
)
"""What the zygote calls when it forks a child, reports its end, and confines it."""

FOR_PROGRAMS = (
    *("execve", "set_tid_address", "arch_prctl", "epoll_create1", "epoll_ctl", "epoll_wait"),
    *("epoll_pwait", "eventfd2", "pipe2", "sched_get_priority_max", "sched_get_priority_min"),
)
"""What the loaders and runtimes of other languages call before a program has its say."""

DEADLY = (
    *("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "bpf", "perf_event_open"),
    *("mount", "umount2", "pivot_root", "move_mount", "open_tree", "fsopen", "fsmount", "fsconfig"),
    *("fspick", "mount_setattr", "unshare", "setns", "keyctl", "add_key", "request_key"),
    *("io_uring_setup", "io_uring_enter", "io_uring_register", "userfaultfd"),
    *("init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load"),
)
"""No honest program calls these: whoever does is killed (fault ``sandbox``)."""

FALLEN_BACK_FROM = ("clone3", "openat2")
"""The C library does without these when it hears that there are none (ENOSYS)."""

WOULD_COUNT_MATCHES = ("getpid", "gettid", "getppid", "getpgrp")
"""A Python bot hears 0: a process number goes up from match to match, and differs in each run."""

NEWEST_KNOWN = 462
"""Calls with higher numbers are newer than this policy, and do not exist for a bot."""

EVERYTHING_ELSE = refuse(errno.EPERM)
"""Not death: honest programs would break at every change of the C library."""

_FLAG_COMMANDS = (
    *(fcntl.F_DUPFD, fcntl.F_DUPFD_CLOEXEC, fcntl.F_GETFD, fcntl.F_SETFD, fcntl.F_GETFL),
    fcntl.F_SETFL,
)
_TERMINAL_AND_FIO = (
    *(termios.TCGETS, termios.TIOCGWINSZ, termios.FIOCLEX, termios.FIONCLEX, termios.FIONBIO),
    termios.FIONREAD,
)
_CLONE_THREAD = 0x00010000
_CLONE_FLAGS_OF_THREADS = 0x100 | 0x800 | _CLONE_THREAD  # VM, SIGHAND, THREAD
_CLONE_NEW_NAMESPACES = 0x7E020000  # CLONE_NEW*
_CHANGES_A_FILE = os.O_CREAT | os.O_TRUNC
_PR_SET_NAME = 15
_OWN_CLOCKS = (*range(12), 0xFFFFFFFA, 0xFFFFFFFE)
"""The system's, and the caller's own processor time; others' would show how long they think."""

_FUTEX_PRIVATE = 128
_FUTEX_OF_THREADS = (0, 9, 9 | 256, *range(128, 142), *range(128 | 256, 142 | 256))
"""Private ones, and waiting for the end of a thread. Waking on a shared page is a message."""

ONLY = {
    "fcntl": Rule((Is(1, _FLAG_COMMANDS),), ALLOW, refuse(errno.EPERM)),
    "ioctl": Rule((Is(1, _TERMINAL_AND_FIO),), ALLOW, refuse(errno.ENOTTY)),
    # Landlock before version 3 does not know truncation, which opening for reading can ask for.
    "open": Rule((Is(1, (0,), mask=_CHANGES_A_FILE),), ALLOW, refuse(errno.EACCES)),
    "openat": Rule((Is(2, (0,), mask=_CHANGES_A_FILE),), ALLOW, refuse(errno.EACCES)),
    "clock_gettime": Rule((Is(0, _OWN_CLOCKS),), ALLOW, refuse(errno.EPERM)),
    "clock_getres": Rule((Is(0, _OWN_CLOCKS),), ALLOW, refuse(errno.EPERM)),
    "clock_nanosleep": Rule((Is(0, _OWN_CLOCKS),), ALLOW, refuse(errno.EPERM)),
    "clone": Rule((Is(0, (0,), mask=_CLONE_NEW_NAMESPACES),), ALLOW, refuse(errno.EPERM)),
}
"""Calls that are allowed for some of their arguments."""

PRIVATE_ONLY = Rule((Is(1, (_FUTEX_PRIVATE,), mask=_FUTEX_PRIVATE),), ALLOW, refuse(errno.EPERM))
OF_THREADS_ONLY = Rule((Is(1, _FUTEX_OF_THREADS),), ALLOW, refuse(errno.EPERM))
ABOUT_ITSELF_ONLY = Rule((Is(0, (0,)),), ALLOW, refuse(errno.EPERM))
THREADS_ONLY = Rule(
    (
        Is(0, (0,), mask=_CLONE_NEW_NAMESPACES),
        Is(0, (_CLONE_FLAGS_OF_THREADS,), mask=_CLONE_FLAGS_OF_THREADS),
    ),
    ALLOW,
    refuse(errno.EPERM),
)
TO_ITSELF_ONLY = Rule((Is(0, (OWN_PID,)),), ALLOW, refuse(errno.EPERM))
READING_OWN_LIMITS = Rule(
    (Is(0, (0,)), Is(2, (0,)), Is(2, (0,), high_half=True)), ALLOW, refuse(errno.EPERM)
)
NAMING_ITSELF = Rule((Is(0, (_PR_SET_NAME,)),), ALLOW, refuse(errno.EPERM))


_MAP_SHARED, _MAP_ANONYMOUS = mmap.MAP_SHARED, mmap.MAP_ANONYMOUS
COUNTED_MEMORY = Rule(
    (Is(3, (0, _MAP_SHARED, _MAP_ANONYMOUS), mask=_MAP_SHARED | _MAP_ANONYMOUS),),
    ALLOW,
    refuse(errno.ENOMEM),
)
"""Not both: what is shared is a file in memory, which stays when the process lets go of it, and
which no limit of a process counts."""

FOR_PROGRAMS_ALONE: dict[str, int | Rule] = {
    "mmap": COUNTED_MEMORY,
    "clone": THREADS_ONLY,
    "prctl": NAMING_ITSELF,
    # Its C library ends it by a signal to itself.
    "kill": TO_ITSELF_ONLY,
    "tgkill": TO_ITSELF_ONLY,
    # Its threads have numbers of their own, which no filter can tell from others'.
    "sched_getaffinity": ALLOW,
}


def first_layer(*, program: bool) -> dict[str, int | Rule]:
    """By call: what is answered to a zygote and all that it forks; see EVERYTHING_ELSE."""
    allowed = (
        *(*INPUT_AND_OUTPUT, *MEMORY, *WAITING, *CLOCKS, *ABOUT_ITSELF, *ENDING),
        *(*READING_PATHS, *FOR_THE_ZYGOTE),
        *(FOR_PROGRAMS if program else ()),
    )
    return (
        dict.fromkeys(allowed, ALLOW)
        | dict.fromkeys(DEADLY, KILL)
        | dict.fromkeys(FALLEN_BACK_FROM, refuse(errno.ENOSYS))
        | ONLY
        | {"futex": OF_THREADS_ONLY if program else PRIVATE_ONLY}
    )


def second_layer(*, program: bool, paths: bool) -> dict[str, int | Rule]:
    """By call: what a child is refused of the first layer; all else is as there.

    Without ``paths`` nothing can be opened or looked up any more (level sealed).
    """
    taken_back = dict.fromkeys(FOR_THE_ZYGOTE, refuse(errno.EPERM))
    if not paths:
        taken_back |= dict.fromkeys((*OPENING_PATHS, *READING_PATHS), refuse(errno.EPERM))
    return {
        **taken_back,
        "sched_getaffinity": ABOUT_ITSELF_ONLY,
        "clone": refuse(errno.EPERM),
        "prlimit64": READING_OWN_LIMITS,
        **(FOR_PROGRAMS_ALONE if program else dict.fromkeys(WOULD_COUNT_MATCHES, refuse(0))),
    }
