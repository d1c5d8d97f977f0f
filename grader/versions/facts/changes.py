"""Where behaviour changed: probes run on the version sets, and by bisection on the releases between two that differ.

A probe is probes/NAME.py: what it looks at, the symptom and the portable form in its head, and `observe()`, which
returns
something short. Bisection takes it that a behaviour changes once between two neighbouring sets.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from packaging.version import Version

from grader.bootstrap import plain_environment
from grader.core.cache import digest, kept
from grader.core.errors import NotMeasured
from grader.versions.environments import SETS, VersionSet, ensure, packages_of

PROBES = Path(__file__).with_name("probes")
PROBER = Path(__file__).with_name("prober.py")
# Every release from the documents' to the newest, as the index lists them; there is no 0.4.32, and none is of a
# development version.
RELEASES = (
    "0.4.28",
    "0.4.29",
    "0.4.30",
    "0.4.31",
    "0.4.33",
    "0.4.34",
    "0.4.35",
    "0.4.36",
    "0.4.37",
    "0.4.38",
    "0.5.0",
    "0.5.1",
    "0.5.2",
    "0.5.3",
    "0.6.0",
    "0.6.1",
    "0.6.2",
    "0.7.0",
    "0.7.1",
    "0.7.2",
    "0.8.0",
    "0.8.1",
    "0.8.2",
    "0.8.3",
    "0.9.0",
    "0.9.0.1",
    "0.9.1",
    "0.9.2",
    "0.10.0",
    "0.10.1",
    "0.10.2",
    "0.11.0",
    "0.11.1",
    "0.11.2",
    "0.12.0",
    "0.12.0.1",
)
SECONDS, HANGS = (
    40,
    "does not return",
)  # a probe takes 2 s, on a busy machine 5; one that deadlocks has seen something too
JAXLIB = {"0.4.37": "0.4.36", "0.5.2": "0.5.1"}  # releases of jax that have no jaxlib of their own


@dataclass(frozen=True)
class Probe:
    """One behaviour: `name` is the stem of its file."""

    name: str
    looks_at: str
    symptom: str
    portable: str
    path: Path


@dataclass(frozen=True)
class Change:
    """`first` shows `now`, its predecessor `last` among the releases that were tried shows `before`; `between` were not
    tried.
    """

    last: str
    before: str
    first: str
    now: str
    between: tuple[str, ...] = ()


def read(path: Path) -> Probe:
    """A probe's head. Raises ValueError with one sentence if a part of it is missing."""
    head = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    parts = {name: re.search(rf"^{name}: *(.+)$", head, re.M) for name in ("symptom", "portable")}
    missing = [name for name, found in parts.items() if not found]
    if missing:
        raise NotMeasured(f"{path.name}: its head has no line '{missing[0]}: …'")
    return Probe(
        path.stem, head.split("\n\n")[0].replace("\n", " "), parts["symptom"].group(1), parts["portable"].group(1), path
    )


def probes() -> list[Probe]:
    return [read(path) for path in sorted(PROBES.glob("*.py"))]


def version_of(one: VersionSet) -> str:
    """The set's jax, as it is pinned or, for .venv, as it is there."""
    return (
        next((pin.removeprefix("jax==") for pin in one.pins if pin.startswith("jax==")), None)
        or packages_of(one)["jax"]
    )


def release_set(version: str) -> VersionSet:
    """A small environment with one release of jax; before 0.4.38 beside the documents' NumPy and SciPy."""
    old = Version(version) < Version("0.4.38")
    beside = ("numpy==1.26.4", "ml-dtypes==0.5.4", "scipy==1.17.1") if old else ("numpy==2.5.5",)
    return VersionSet(
        f"jax-{version}",
        "for bisection",
        ("3.12",),
        (f"jax=={version}", f"jaxlib=={JAXLIB.get(version, version)}", *beside),
        ("jax", "jaxlib", "numpy"),
    )


def on(version: str) -> VersionSet:
    """The version set that has this jax, else a small one."""
    return next((one for one in SETS.values() if version_of(one) == version), None) or release_set(version)


def seen(probe: Probe, version: str) -> str:
    """What the probe sees on that release of jax, kept until probe or packages change. Raises VersionError,
    RuntimeError.
    """
    one = on(version)
    python = ensure(one)

    def work():
        try:
            done = subprocess.run(
                [str(python), "-I", str(PROBER), str(probe.path)],
                capture_output=True,
                text=True,
                timeout=SECONDS,
                env=plain_environment() | {"JAX_PLATFORMS": "cpu"},
            )
        except subprocess.TimeoutExpired:
            return HANGS
        if done.returncode:
            raise NotMeasured(f"the probe {probe.name} broke on jax {version}: {done.stderr.strip()[-300:]}")
        return json.loads(done.stdout.strip().split("\n")[-1])

    return kept(f"{one.name}/{probe.name}.probe", digest(packages_of(one), PROBER, probe.path), work)


def changes(
    look: Callable[[str], str], coarse: list[str], releases: tuple[str, ...] = RELEASES
) -> tuple[dict[str, str], list[Change]]:
    """What `look` sees on the releases `coarse` and on those that a bisection between two different ones tries; and
    where it changes.
    """
    found = {version: look(version) for version in coarse}
    for low, high in zip(coarse, coarse[1:]):
        while found[low] != found[high]:
            between = [one for one in releases if Version(low) < Version(one) < Version(high)]
            if not between:
                break
            middle = between[len(between) // 2]
            found[middle] = look(middle)
            low, high = (middle, high) if found[middle] == found[low] else (low, middle)
    return found, turns(found, releases)


def turns(found: dict[str, str], releases: tuple[str, ...] = RELEASES) -> list[Change]:
    """The places where neighbours among the releases that were looked at differ."""
    tried = sorted(found, key=Version)
    return [
        Change(
            low,
            found[low],
            high,
            found[high],
            tuple(one for one in releases if Version(low) < Version(one) < Version(high)),
        )
        for low, high in zip(tried, tried[1:])
        if found[low] != found[high]
    ]
