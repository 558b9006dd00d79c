"""Attacks by processes: new ones are started, others are signalled, slowed down, traced."""

import contextlib
import ctypes
import os
import resource
import signal
import struct
import sys
import time

from rogue_calls import (
    NUMBERS,
    X86,
    Absent,
    Refused,
    by_number,
    call,
    checked,
    libc,
    machine_code,
)

REFUSALS = (OSError, Refused, ValueError, RuntimeError, ImportError)
SLEEP_S = 5
BOMB = 30
MANY_THREADS = 300
TRUE = next((path for path in ("/bin/true", "/usr/bin/true") if os.path.exists(path)), "/bin/true")


def in_a_child(started):
    """What a process does that was started, and what its parent makes of it."""
    if started == 0:
        os._exit(0)
    os.waitpid(started, 0)
    return f"started process {started}"


def forks(world):
    """Starts a process with the C library's fork."""
    return in_a_child(os.fork())


def forks_by_number(world):
    """Starts a process with the bare call."""
    return in_a_child(call("fork"))


def clones(world):
    """Starts a process with clone."""
    return in_a_child(call("clone", signal.SIGCHLD, 0, 0, 0, 0))


def clones_by_clone3(world):
    """Starts a process with clone3, whose flags no filter can see."""
    arguments = struct.pack("=8Q", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
    return in_a_child(call("clone3", arguments, len(arguments)))


def clones_into_namespaces(world):
    """Starts a process in namespaces of its own, where it is root."""
    return in_a_child(call("clone", signal.SIGCHLD | 0x10000000, 0, 0, 0, 0))


def vforks(world):
    """Starts a process that borrows its memory; machine code, since it must not return."""
    if not X86:
        raise Absent
    function = machine_code(
        b"\xb8\x3a\0\0\0\x0f\x05"  # vfork
        b"\x85\xc0\x75\x09"  # the parent goes on at the return
        b"\xb8\x3c\0\0\0\x31\xff\x0f\x05"  # exit(0)
        b"\x48\x98\xc3"  # return with the sign kept
    )
    started = function()
    if started < 0:
        raise OSError(-started, os.strerror(-started))
    os.waitpid(started, 0)
    return f"started process {started}"


def bombs(world):
    """Starts processes that sleep, as many as it can, but not more than thirty."""
    started = []
    problem = None
    for _ in range(BOMB):
        try:
            number = os.fork()
        except OSError as error:
            problem = error
            break
        if number == 0:
            time.sleep(SLEEP_S)
            os._exit(0)
        started.append(number)
    if not started:
        raise problem
    return f"started {len(started)} processes"


def leaves_a_process(world):
    """Starts a process that leaves its group and its parent, to outlive the match."""
    number = os.fork()
    if number == 0:
        os.setsid()
        if os.fork() == 0:
            for descriptor in range(32):
                with contextlib.suppress(OSError):
                    os.close(descriptor)
            time.sleep(10 * SLEEP_S)
        os._exit(0)
    os.waitpid(number, 0)
    return "left one"


def runs_a_program(world):
    """Runs a program with subprocess."""
    import subprocess

    return f"exit status {subprocess.run([TRUE], timeout=2, check=False).returncode}"


def runs_a_command(world):
    """Runs a shell's command."""
    status = os.system("exit 7")
    if status != 7 << 8:
        raise Refused(f"status {status}")
    return "the shell ran"


def opens_a_command(world):
    """Reads what a command prints."""
    with os.popen("echo rogue") as output:
        text = output.read()
    if "rogue" not in text:
        raise Refused(f"it printed {text!r}")
    return "the shell printed"


def spawns(world):
    """Starts a program with posix_spawn, which uses vfork underneath."""
    started = os.posix_spawn(TRUE, [TRUE], {})
    _, status = os.waitpid(started, 0)
    if status:
        raise Refused(f"status {status}")
    return f"started process {started}"


def becomes_a_program(world):
    """Becomes another program."""
    os.execv(TRUE, [TRUE])


def becomes_a_program_by_descriptor(world):
    """Becomes a program that it has opened (execveat)."""
    opened = os.open(TRUE, os.O_RDONLY)
    arguments = (ctypes.c_char_p * 2)(TRUE.encode(), None)
    call("execveat", opened, b"", arguments, 0, 0x1000)


def becomes_python(world):
    """Becomes a fresh interpreter, which the sandbox reads anyway."""
    os.execv(sys.executable or "/usr/bin/python3", ["python3", "-c", ""])


def starts_a_thread(world):
    """Starts a thread."""
    import threading

    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    return "a thread ran"


def clones_a_thread(world):
    """Has the C library start a thread."""
    number = ctypes.c_ulong()
    routine = ctypes.cast(libc.getpid, ctypes.c_void_p)
    error = libc.pthread_create(ctypes.byref(number), None, routine, None)
    if error:
        raise OSError(error, os.strerror(error))
    libc.pthread_join(number, None)
    return "a thread ran"


def starts_many_threads(world):
    """Starts threads that wait: the kernel keeps memory and a number for each."""
    attributes = ctypes.create_string_buffer(64)
    libc.pthread_attr_init(attributes)
    libc.pthread_attr_setstacksize(attributes, ctypes.c_size_t(1 << 14))
    routine = ctypes.cast(libc.pause, ctypes.c_void_p)
    number = ctypes.c_ulong()
    for started in range(MANY_THREADS):
        error = libc.pthread_create(ctypes.byref(number), attributes, routine, None)
        if error:
            raise OSError(error, f"after {started} threads: {os.strerror(error)}")
    return f"started {MANY_THREADS}"


def signals(target, number=0):
    """Sends a signal to whom ``target`` names; 0 only proves the permission."""

    def attack(world):
        os.kill(target(world), number)
        return f"sent signal {number} to {target(world)}"

    attack.__doc__ = f"Sends signal {number}."
    return attack


def the_stranger(world):
    return world.stranger


def kills_by_thread(world):
    """Kills the stranger through its thread."""
    return f"{call('tgkill', world.stranger, world.stranger, signal.SIGKILL)}"


def kills_by_old_thread_call(world):
    """Kills the stranger through its thread, in the manner of old."""
    return f"{call('tkill', world.stranger, signal.SIGKILL)}"


def kills_by_descriptor(world):
    """Kills the stranger through a descriptor of it."""
    process = call("pidfd_open", world.stranger, 0)
    return f"{call('pidfd_send_signal', process, signal.SIGKILL, 0, 0)}"


def queues_a_signal(world):
    """Kills the stranger with a signal that carries a value."""
    value = struct.pack("=iii", signal.SIGKILL, 0, -1) + bytes(116)
    return f"{call('rt_sigqueueinfo', world.stranger, signal.SIGKILL, value)}"


def queues_a_signal_to_a_thread(world):
    """The same for a thread."""
    value = struct.pack("=iii", signal.SIGKILL, 0, -1) + bytes(116)
    number = signal.SIGKILL
    return f"{call('rt_tgsigqueueinfo', world.stranger, world.stranger, number, value)}"


def kills_a_group(world):
    """Kills the stranger's group."""
    os.killpg(world.group, signal.SIGKILL)
    return "sent"


def opens_a_process(world):
    """Takes a descriptor of the stranger."""
    return f"descriptor {call('pidfd_open', world.stranger, 0)}"


def traces(world):
    """Attaches to the stranger as a debugger does, and lets go of it."""
    call("ptrace", 16, world.stranger, 0, 0)
    os.waitpid(world.stranger, 0x40000000)
    call("ptrace", 17, world.stranger, 0, 0)
    return "attached"


def seizes(world):
    """Attaches to the stranger without stopping it."""
    return f"{call('ptrace', 0x4206, world.stranger, 0, 0)}"


def is_traced(world):
    """Has its parent trace it."""
    return f"{call('ptrace', 0, 0, 0, 0)}"


def address_of_the_stranger(world):
    """Where the stranger has readable memory."""
    try:
        with open(f"/proc/{world.stranger}/maps") as maps:
            return int(maps.readline().partition("-")[0], 16)
    except OSError:
        return 0x400000


def reads_memory(world):
    """Reads the memory of the stranger."""
    buffer = ctypes.create_string_buffer(16)
    local = struct.pack("=QQ", ctypes.addressof(buffer), 16)
    there = struct.pack("=QQ", address_of_the_stranger(world), 16)
    call("process_vm_readv", world.stranger, local, 1, there, 1, 0)
    return f"{buffer.raw!r}"


def writes_memory(world):
    """Writes to the memory of the stranger; nowhere, so that it harms nothing."""
    local = struct.pack("=QQ", ctypes.addressof(ctypes.create_string_buffer(1)), 1)
    there = struct.pack("=QQ", 0, 1)
    try:
        call("process_vm_writev", world.stranger, local, 1, there, 1, 0)
    except OSError as error:
        if error.errno != 14:
            raise
    return "let through"


def reads_memory_as_a_file(world):
    """Reads the memory of the stranger through /proc."""
    with open(f"/proc/{world.stranger}/mem", "rb") as memory:
        memory.seek(address_of_the_stranger(world))
        return f"{memory.read(8)!r}"


def writes_its_own_memory_as_a_file(world):
    """Opens its own memory for writing: read-only pages are no hindrance there."""
    with open("/proc/self/mem", "r+b"):
        return "opened"


def takes_a_descriptor(world):
    """Takes a descriptor out of the stranger."""
    try:
        process = call("pidfd_open", world.stranger, 0)
    except OSError:
        process = -1  # the call that is meant is tried all the same
    return f"descriptor {call('pidfd_getfd', process, 0, 0)}"


def advises_on_memory(world):
    """Has the stranger's memory thrown out."""
    process = call("pidfd_open", world.stranger, 0)
    vector = struct.pack("=QQ", address_of_the_stranger(world), 4096)
    return f"{call('process_madvise', process, vector, 1, 20, 0)}"


def compares(world):
    """Compares what it shares with the stranger."""
    return f"{call('kcmp', os.getpid(), world.stranger, 1, 0, 0)}"


def moves_memory(world):
    """Moves the memory of the stranger to another node."""
    nodes = struct.pack("=Q", 1)
    return f"{call('migrate_pages', world.stranger, 64, nodes, nodes)}"


def clock_of(number):
    """The kernel's name for the processor time of a process."""
    return (~number << 3) | 2


def reads_processor_time(world):
    """Reads how much the stranger has computed: an opponent's thinking is seen so."""
    return f"{time.clock_gettime(clock_of(world.stranger))} s"


def sleeps_by_processor_time(world):
    """Sleeps until the stranger has computed for nothing, and is told at once that it has."""
    return f"{call('clock_nanosleep', clock_of(world.stranger), 1, bytes(16), 0)}"


def slows_down(world):
    """Gives the stranger the lowest priority."""
    os.setpriority(os.PRIO_PROCESS, world.stranger, 19)
    return "slowed it down"


def pins(world):
    """Puts the stranger on one core."""
    os.sched_setaffinity(world.stranger, {min(os.sched_getaffinity(world.stranger))})
    return "pinned it"


def schedules(world):
    """Has the stranger run only when nothing else does."""
    os.sched_setscheduler(world.stranger, os.SCHED_IDLE, os.sched_param(0))
    return "made it idle"


def schedules_itself(world):
    """Has itself scheduled as a batch job."""
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    return "scheduled"


def schedules_itself_with_attributes(world):
    """Has itself scheduled anew by the newest call."""
    attributes = struct.pack("=IIQiIQQQ", 48, 3, 0, 0, 0, 0, 0, 0)
    return f"{call('sched_setattr', 0, attributes, 0)}"


def slows_down_disk(world):
    """Has the stranger's reads and writes wait for all others'."""
    return f"{call('ioprio_set', 1, world.stranger, 3 << 13)}"


def limits_another(world):
    """Takes processor time from the stranger."""
    resource.prlimit(world.stranger, resource.RLIMIT_NOFILE, (16, 16))
    return "limited it"


def raises_its_limits(world):
    """Lifts its own limits."""
    lifted = []
    problem = Refused("all are lifted already")
    for name in ("AS", "CPU", "FSIZE", "NOFILE", "CORE"):
        kind = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(kind)[1]
        wanted = resource.RLIM_INFINITY if name != "NOFILE" else 4096
        if hard == wanted:
            continue
        try:
            resource.setrlimit(kind, (wanted, wanted))
        except (OSError, ValueError) as error:
            problem = error
        else:
            lifted.append(name)
    if not lifted:
        raise problem
    return f"lifted {lifted}"


def sets_its_limits(world):
    """Sets a limit of its own lower, to fail where a library does not expect it."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))
    return "set"


def moves_to_another_core(world):
    """Leaves the core that it was put on."""
    os.sched_setaffinity(0, os.sched_getaffinity(0) or {0})
    return "set its cores"


def hurries(world):
    """Gives itself the highest priority."""
    os.setpriority(os.PRIO_PROCESS, 0, -20)
    return "hurried"


def yields_priority(world):
    """Gives itself the lowest priority, so that the machine's load hides it."""
    os.setpriority(os.PRIO_PROCESS, 0, 19)
    return "set its priority"


def controls(number, value, said):
    """Asks something of prctl about itself."""

    def attack(world):
        checked(libc.prctl(number, ctypes.c_ulong(value), 0, 0, 0))
        return said

    attack.__doc__ = f"Calls prctl({number}, {value})."
    return attack


def allows_everyone_to_trace(world):
    """Lets any process trace it."""
    checked(libc.prctl(0x59616D61, ctypes.c_ulong(-1), 0, 0, 0))
    return "allowed"


def sets_its_session(world):
    """Leaves its session."""
    os.setsid()
    return f"its session is {os.getsid(0)}"


def sets_its_group(world):
    """Joins the group of its parent, to hide there."""
    os.setpgid(0, os.getpgid(os.getppid()))
    return "joined"


def waits_for_its_parents_children(world):
    """Stops a process that it has started; it must not have one."""
    started = os.fork()
    if started == 0:
        time.sleep(SLEEP_S)
        os._exit(0)
    os.kill(started, signal.SIGSTOP)
    return f"left process {started} stopped"


def calls_32_bit(number):
    """Makes a call of 32-bit programs, whose numbers mean other things than the filter's."""

    def attack(world):
        if not X86:
            raise Absent
        function = machine_code(
            b"\x53\xb8" + struct.pack("=I", number) + b"\x31\xdb\x31\xc9\x31\xd2"
            b"\xcd\x80\x5b\x48\x98\xc3"
        )
        result = function()
        if result < 0:
            raise OSError(-result, os.strerror(-result))
        if number == 2 and result == 0:
            os._exit(0)
        return f"gave {result}"

    attack.__doc__ = f"Makes the 32-bit call {number}."
    return attack


def calls_x32(world):
    """Makes a call of the x32 interface, which has the machine's name and other numbers."""
    if not X86:
        raise Absent
    return f"gave {by_number(0x40000000 | 39)}"


def calls_all_x32(world):
    """Starts a process by the x32 interface."""
    if not X86:
        raise Absent
    return in_a_child(by_number(0x40000000 | NUMBERS["fork"][0]))


PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_TIMERSLACK = 1, 4, 36, 29

ATTACKS = {
    "forks": forks,
    "forks by the bare call": forks_by_number,
    "vforks": vforks,
    "clones a process": clones,
    "clones a process with clone3": clones_by_clone3,
    "clones a process into a user namespace": clones_into_namespaces,
    "bombs the machine with processes": bombs,
    "leaves a process behind": leaves_a_process,
    "starts hundreds of threads": starts_many_threads,
    "leaves a stopped process behind": waits_for_its_parents_children,
    "runs a program with subprocess": runs_a_program,
    "runs a command with system": runs_a_command,
    "opens a command with popen": opens_a_command,
    "spawns a program": spawns,
    "becomes another program": becomes_a_program,
    "becomes a program that it has opened": becomes_a_program_by_descriptor,
    "becomes a fresh interpreter": becomes_python,
    "starts a thread": starts_a_thread,
    "starts a thread of the C library": clones_a_thread,
    "signals its parent": signals(lambda world: os.getppid()),
    "wakes its parent": signals(lambda world: os.getppid(), signal.SIGCONT),
    "signals the referee": signals(lambda world: world.harness),
    "signals its group": signals(lambda world: 0),
    "signals everyone": signals(lambda world: -1),
    "signals the first process": signals(lambda world: 1),
    "kills a stranger": signals(the_stranger, signal.SIGKILL),
    "stops a stranger": signals(the_stranger, signal.SIGSTOP),
    "kills a stranger with tgkill": kills_by_thread,
    "kills a stranger with tkill": kills_by_old_thread_call,
    "kills a stranger by its descriptor": kills_by_descriptor,
    "kills a stranger with a queued signal": queues_a_signal,
    "kills a stranger's thread with a queued signal": queues_a_signal_to_a_thread,
    "kills a stranger's group": kills_a_group,
    "opens a stranger's descriptor": opens_a_process,
    "traces a stranger": traces,
    "seizes a stranger": seizes,
    "asks to be traced": is_traced,
    "reads a stranger's memory": reads_memory,
    "writes a stranger's memory": writes_memory,
    "reads a stranger's memory as a file": reads_memory_as_a_file,
    "opens its own memory as a file": writes_its_own_memory_as_a_file,
    "takes a stranger's descriptor": takes_a_descriptor,
    "advises on a stranger's memory": advises_on_memory,
    "compares itself with a stranger": compares,
    "moves a stranger's memory": moves_memory,
    "reads a stranger's processor time": reads_processor_time,
    "sleeps by a stranger's processor time": sleeps_by_processor_time,
    "asks for a stranger's cores": lambda world: f"{os.sched_getaffinity(world.stranger)}",
    "asks for a stranger's scheduler": lambda world: f"{os.sched_getscheduler(world.stranger)}",
    "slows down a stranger": slows_down,
    "pins a stranger": pins,
    "schedules a stranger": schedules,
    "schedules itself": schedules_itself,
    "schedules itself with sched_setattr": schedules_itself_with_attributes,
    "slows down a stranger's disk": slows_down_disk,
    "limits a stranger": limits_another,
    "raises its own limits": raises_its_limits,
    "sets its own limits": sets_its_limits,
    "sets its own cores": moves_to_another_core,
    "raises its own priority": hurries,
    "lowers its own priority": yields_priority,
    "outlives its parent": controls(PR_SET_PDEATHSIG, 0, "cleared its death signal"),
    "makes itself dumpable": controls(PR_SET_DUMPABLE, 1, "is dumpable"),
    "adopts orphans": controls(PR_SET_CHILD_SUBREAPER, 1, "adopts"),
    "lets everyone trace it": allows_everyone_to_trace,
    "leaves its session": sets_its_session,
    "joins its parent's group": sets_its_group,
    "makes a 32-bit call": calls_32_bit(20),
    "forks by a 32-bit call": calls_32_bit(2),
    "makes an x32 call": calls_x32,
    "forks by an x32 call": calls_all_x32,
}
