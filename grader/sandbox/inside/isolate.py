"""The last steps into the sandbox: namespaces of one's own, give up what is left of power, set the limits.

    python -I -S isolate.py '{"cpu": 120, …}' PROGRAM ARGUMENT…     runs one program so

bubblewrap (bubblewrap.py) makes the sandbox: no network, nothing of the machine but its programs. Within it, `fork` and
`enter` give one submission its own namespaces: process ids, mounts, shared memory, /tmp and home, which end with it.
The runner does the same for each session that it forks. Imports nothing of ours.

The limits (bytes, seconds, counts): `memory` (address space of one process), `cpu`, `file`, `processes` (threads count
too), `open_files`, `temporary` (all of /tmp), `home`; `core`: the only one to run on; `user`: whether root becomes a
user whom nobody else is; `interfaces`: whether it may use sockets of the (empty) network at all. Exit code 125 with one
sentence if a step fails.
"""

import ctypes
import json
import os
import platform
import resource
import struct
import sys

# System calls that no notebook needs and that have been ways out of containers: (x86_64, aarch64) numbers.
REFUSED = {
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "pidfd_getfd": (438, 438),
    "quotactl": (179, 60),
    "statmount": (457, 457),
    "listmount": (458, 458),
    "open_tree_attr": (467, 467),
    # not sched_setscheduler: ZeroMQ ends its process where that is refused
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
    "swapon": (167, 224),
    "reboot": (169, 142),
    "syslog": (103, 116),
    "acct": (163, 89),
    "settimeofday": (164, 170),
}
SPECIAL = {"clone": (56, 220), "clone3": (435, 435), "socket": (41, 198)}
ARCHITECTURES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column above, AUDIT_ARCH_…
NEW_NAMESPACES = 0x7E020000  # the CLONE_NEW… flags of clone(2)
EPERM, ENOSYS, EAFNOSUPPORT = 1, 38, 97
# Sockets within a machine. Others lead nowhere, but the counters of a network tell the next session what this one sent.
UNIX = (1,)
NETWORK = (
    1,
    2,
    10,
    16,
)  # IPv4, IPv6 and netlink too, by which a Jupyter kernel talks to itself and asks for the network's interfaces


def filter_program(machine: str, families: tuple = UNIX) -> bytes:
    """A seccomp filter (struct sock_filter[]) that refuses REFUSED, new namespaces and odd sockets; b"" for an unknown
    machine.
    """
    if machine not in ARCHITECTURES:
        return b""
    column, architecture = ARCHITECTURES[machine]
    load, equal, at_least, masked, answer = 0x20, 0x15, 0x35, 0x45, 0x06
    allow, kill, refuse = 0x7FFF0000, 0x80000000, 0x00050000

    def step(code, value, yes=0, no=0):
        return struct.pack("=HBBI", code, yes, no, value)

    steps = [step(load, 4), step(equal, architecture, 1, 0), step(answer, kill), step(load, 0)]
    if machine == "x86_64":
        steps += [
            step(at_least, 0x40000000, 0, 1),
            step(answer, refuse | ENOSYS),
        ]  # the x32 numbers are other doors to the same calls
    for numbers in REFUSED.values():
        steps += [step(equal, numbers[column], 0, 1), step(answer, refuse | EPERM)]
    steps += [
        step(equal, SPECIAL["clone3"][column], 0, 1),
        step(answer, refuse | ENOSYS),
    ]  # its flags are out of sight; libc falls back to clone
    steps += [
        step(equal, SPECIAL["clone"][column], 0, 3),
        step(load, 16),
        step(masked, NEW_NAMESPACES, 0, 1),
        step(answer, refuse | EPERM),
        step(load, 0),
    ]
    steps += [step(equal, SPECIAL["socket"][column], 0, len(families) + 2), step(load, 16)]
    steps += [step(equal, family, len(families) - number, 0) for number, family in enumerate(families)]
    steps += [step(answer, refuse | EAFNOSUPPORT), step(answer, allow)]
    return b"".join(steps)


def refuse_calls(families: tuple) -> bool:
    """Install the filter for this process and all that come of it; False where the machine's numbers are not known."""
    program = filter_program(platform.machine(), families)
    if not program:
        return False

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]

    prctl = ctypes.CDLL(None, use_errno=True).prctl
    no_new_privileges, seccomp, by_filter = 38, 22, 2
    for arguments in (
        (no_new_privileges, 1, 0, 0, 0),
        (seccomp, by_filter, ctypes.byref(Program(len(program) // 8, program)), 0, 0),
    ):
        if prctl(*arguments):
            raise OSError(ctypes.get_errno(), "the filter of system calls was refused")
    return True


def limit(kind: int, value: int, margin: int = 0) -> None:
    """Lower a limit; never above what is allowed already."""
    _, most = resource.getrlimit(kind)
    hard = value + margin if most == resource.RLIM_INFINITY else min(value + margin, most)
    resource.setrlimit(kind, (min(value, hard), hard))


def fork() -> int:
    """Like os.fork, but the child is the first process of a namespace of its own: when it ends, so does all that it
    started.

    Both are in a new namespace of mounts, which lasts as long as this process (`enter`). A process can do this once.
    """
    os.unshare(os.CLONE_NEWPID | os.CLONE_NEWNS)
    return os.fork()


def enter(limits: dict) -> None:
    """Mount what is its own and give up all power, in a child of `fork`. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)

    def done(result: int, what: str) -> int:
        if result < 0:
            raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")
        return result

    def mount(kind: str, path: str, flags: int, options: str = "") -> None:
        done(
            libc.mount(kind.encode(), path.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode()),
            f"{kind} cannot be mounted on {path}",
        )

    nosuid, nodev, noexec, private = 2, 4, 8, 0x40000 | 0x4000
    os.unshare(os.CLONE_NEWIPC)
    done(libc.mount(b"none", b"/", None, ctypes.c_ulong(private), None), "mounts cannot be made private")
    mount("tmpfs", "/tmp", nosuid | nodev, f"mode=1777,size={limits['temporary']}")
    mount("tmpfs", "/home", nosuid | nodev, f"mode=0777,size={limits['home']}")
    mount("tmpfs", "/dev/shm", nosuid | nodev, f"mode=1777,size={limits['home']}")
    mount("proc", "/proc", nosuid | nodev | noexec)
    forget_mounts()
    os.chdir("/home")
    confine(limits)
    header, nothing = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    done(libc.capset(header, nothing), "capabilities cannot be given up")
    done(
        libc.prctl(4, 1, 0, 0, 0), "its own files in /proc cannot be opened"
    )  # a change of user hides them even from itself


def forget_mounts() -> None:
    """Go on with the same files, but from another namespace of mounts.

    /proc/self/mountinfo tells of each mount where on the machine it comes from. It lists the mounts of the process's
    own namespace, as far as they lie below the process's root. That root stays in the namespace of the process that
    made this one with `fork`; so nothing is listed, and nothing could be mounted or moved either.
    """
    root = os.open("/", os.O_PATH | os.O_DIRECTORY)
    os.unshare(os.CLONE_NEWNS)
    os.fchdir(root)
    os.chroot(".")
    os.close(root)


def confine(limits: dict) -> None:
    """Become nobody and set the limits."""
    if limits.get("core") is not None:  # however many threads it starts; the filter refuses to change it
        os.sched_setaffinity(0, {limits["core"]})
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # should the machine run out of memory, this goes first
    if limits["user"]:
        user, group = 3_000_000_000 + int.from_bytes(os.urandom(4), "big") % 1_000_000_000, 65534
        os.setgroups([])
        os.setresgid(group, group, group)
        os.setresuid(user, user, user)
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_CPU, limits["cpu"], 2)  # SIGXCPU can be ignored; two seconds later nothing can
    limit(resource.RLIMIT_FSIZE, limits["file"])
    limit(resource.RLIMIT_NPROC, limits["processes"])
    limit(resource.RLIMIT_NOFILE, limits["open_files"])
    limit(resource.RLIMIT_AS, limits["memory"])
    limit(resource.RLIMIT_MSGQUEUE, 0)
    limit(resource.RLIMIT_RTPRIO, 0)  # nobody goes before the others in line
    limit(resource.RLIMIT_NICE, 0)
    refuse_calls(NETWORK if limits.get("interfaces") else UNIX)


def run(limits: dict, program: list[str]) -> int:
    """Run a program in namespaces of its own; its exit code."""
    child = fork()
    if child == 0:
        try:
            enter(limits)
        except OSError as problem:
            print(f"the sandbox cannot be closed: {problem}", file=sys.stderr, flush=True)
            os._exit(125)
        os.execv(program[0], program)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) % 256


if __name__ == "__main__":
    try:
        sys.exit(run(json.loads(sys.argv[1]), sys.argv[2:]))
    except (OSError, ValueError) as problem:
        print(f"the sandbox cannot be closed: {problem}", file=sys.stderr)
        sys.exit(125)
