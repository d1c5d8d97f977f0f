"""What this machine has to work with: cores and free memory, within the limits of a container."""

from __future__ import annotations

import os
from pathlib import Path

import psutil

CGROUP = Path("/sys/fs/cgroup")
LIMITS = (  # the limit and the use of a container's memory, by the two versions of the kernel's interface
    ("memory.max", "memory.current"),
    ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
)


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def free_memory() -> int:
    """Bytes that can be had."""
    free = psutil.virtual_memory().available
    for limit, used in LIMITS:
        try:
            free = min(free, int((CGROUP / limit).read_text()) - int((CGROUP / used).read_text()))
        except (OSError, ValueError):  # no container, or one without a limit, whose limit is the word "max"
            pass
    return free
