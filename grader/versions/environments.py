"""Version sets: named environments in which every lesson must say the same, built by uv and kept in .envs/NAME.

A set pins what makes it what it is; everything else it needs comes in the version of requirements.lock.txt. Nothing may
be installed that neither of them names, so that a set is the same on every machine and every day.
"""

from __future__ import annotations

import functools
import json
import platform
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from filelock import FileLock

from grader.bootstrap import find_python, plain_environment
from grader.core.errors import GraderError
from grader.core.paths import ROOT

ENVS = ROOT / ".envs"
LOCK = ROOT / "requirements.lock.txt"
STAMP = "built-from.json"


class VersionError(GraderError):
    """A version set that cannot be had; the message is one sentence with the remedy."""


@dataclass(frozen=True)
class VersionSet:
    """`pins` are exact requirements; `pythons` are minor versions, the best first: the first that is there is taken."""

    name: str
    why: str
    pythons: tuple[str, ...] = ()
    pins: tuple[str, ...] = ()
    packages: tuple[str, ...] = (
        "jax",
        "jaxlib",
        "numpy",
        "equinox",
        "simple-pytree",
        "ipykernel",
        "ipython",
        "setuptools",
    )

    @property
    def is_own(self) -> bool:
        """Whether this is the project's own environment, .venv."""
        return not self.pins


def release(jax: str) -> tuple[str, ...]:
    """The pins of a set that differs from the lock in JAX alone; equinox 0.13.8 takes every JAX from 0.4.38 on."""
    return (f"jax=={jax}", f"jaxlib=={jax}", "numpy==2.5.5", "equinox==0.13.8", "simple-pytree==0.1.5")


# In the order of their JAX. There is no set of a development version: the registries have releases alone.
SETS = {
    one.name: one
    for one in (
        VersionSet(
            "documents",
            "what the course's documents were written for",
            ("3.12",),
            (
                "jax==0.4.28",
                "jaxlib==0.4.28",
                "numpy==1.26.4",
                "ml-dtypes==0.5.4",
                "scipy==1.17.1",
                "equinox==0.11.4",
                "simple-pytree==0.1.5",
            ),
        ),
        VersionSet("0.4.38", "the last 0.4", ("3.12",), release("0.4.38")),
        VersionSet("0.5.3", "the last 0.5", ("3.12",), release("0.5.3")),
        VersionSet("0.6.2", "the last 0.6", ("3.12",), release("0.6.2")),
        VersionSet(
            "colab",
            "what Colab gives",
            ("3.13", "3.12"),
            (
                "jax==0.7.2",
                "jaxlib==0.7.2",
                "numpy==2.1.3",
                "ipython==7.34.0",
                "ipykernel==6.17.1",
                "equinox==0.13.8",
                "simple-pytree==0.1.5",
                "backcall==0.2.0",
                "pickleshare==0.7.5",
                "nest-asyncio==1.6.0",
                "decorator==5.3.1",
            ),
        ),
        VersionSet("0.8.3", "the last 0.8", ("3.12",), release("0.8.3")),
        VersionSet("0.9.2", "the last 0.9", ("3.12",), release("0.9.2")),
        VersionSet("0.10.2", "the last 0.10", ("3.12",), release("0.10.2")),
        VersionSet("0.11", "the last 0.11", ("3.12",), release("0.11.2")),
        VersionSet("newest", "the locked environment, .venv"),
    )
}
TESTED = ("documents", "colab", "newest")  # those that `make test` builds and uses


def named(names: list[str] | None) -> list[VersionSet]:
    """The sets of these names, all when none is given. Raises VersionError for a name that is none."""
    for name in names or ():
        if name not in SETS:
            raise VersionError(f"There is no version set '{name}': there are {', '.join(SETS)}.")
    return [SETS[name] for name in names or SETS]


def locked(lock: Path = LOCK) -> dict[str, str]:
    """Name → version of every package of the lock."""
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", lock.read_text(encoding="utf-8"), re.M))


def allowed(one: VersionSet) -> dict[str, str]:
    """Name → version of what may be installed in the set's environment: its pins before the lock."""
    return locked() | dict(pin.split("==") for pin in one.pins)


def is_fresh(one: VersionSet, python: str, built: dict) -> bool:
    """Whether an environment with the stamp `built` is what would be built now on that minor version of Python."""
    versions = allowed(one)
    return (built.get("python"), built.get("asked")) == (python, asked(one)) and all(
        versions.get(name) == version for name, version in built["packages"].items()
    )


def asked(one: VersionSet) -> list[str]:
    return sorted(one.pins + one.packages)


def interpreter(one: VersionSet) -> tuple[str, str]:
    """The minor version and path of the best Python for the set. Raises VersionError."""
    for minor in one.pythons:
        path = find_python(minor, uv=uv())
        if path:
            return minor, path
    raise VersionError(
        f"The version set '{one.name}' needs Python {' or '.join(one.pythons)}, and there is none: install it, for "
        f"example with uv python install."
    )


def uv() -> str:
    """The uv of the project's own environment, else the one on the PATH. Raises VersionError."""
    found = shutil.which(str(Path(sys.executable).with_name("uv"))) or shutil.which("uv")
    if not found:
        raise VersionError("uv is not there: run make env, which brings it.")
    return found


def stamp(one: VersionSet, envs: Path = ENVS) -> dict:
    """What the set's environment was built from: {"python", "asked", "packages"}; empty if it is not (wholly) built."""
    try:
        return json.loads((envs / one.name / STAMP).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}


def ensure(one: VersionSet, envs: Path = ENVS) -> Path:
    """The interpreter of the set's environment, which is built first if it is not there or is stale.

    Built aside and moved into place as a whole: a build that fails or is ended leaves what was there. Raises
    VersionError.
    """
    if one.is_own:
        return Path(sys.executable)
    minor, python = interpreter(one)
    home = envs / one.name
    envs.mkdir(parents=True, exist_ok=True)
    with FileLock(envs / f"{one.name}.lock"):  # two test runs must not build the same environment at once
        if not is_fresh(one, minor, stamp(one, envs)) or not (home / "bin" / "python").exists():
            aside, old = envs / f".{one.name}.building", envs / f".{one.name}.old"
            for path in (aside, old):
                shutil.rmtree(path, ignore_errors=True)
            try:
                packages = install(one, python, aside)
                (aside / STAMP).write_text(
                    json.dumps({"python": minor, "asked": asked(one), "packages": packages}, indent=1), encoding="utf-8"
                )
                if home.exists():
                    home.rename(old)
                aside.rename(home)
            finally:
                for path in (aside, old):
                    shutil.rmtree(path, ignore_errors=True)
    return home / "bin" / "python"


def install(one: VersionSet, python: str, home: Path) -> dict[str, str]:
    """Build the set's environment in `home`; returns what was installed, name → version. Raises VersionError."""
    uv_run(one, "venv", "--no-project", "--relocatable", "--python", python, str(home))
    versions = allowed(one)
    constraints = home / "allowed.txt"
    constraints.write_text("".join(f"{name}=={version}\n" for name, version in versions.items()), encoding="utf-8")
    uv_run(
        one,
        "pip",
        "install",
        "--no-config",
        "--compile-bytecode",
        "--constraint",
        str(constraints),
        "--python",
        str(home / "bin" / "python"),
        *one.packages,
    )
    listed = json.loads(uv_run(one, "pip", "list", "--format", "json", "--python", str(home / "bin" / "python")))
    installed = {package["name"]: package["version"] for package in listed}
    loose = sorted(name for name, version in installed.items() if versions.get(name) != version)
    if loose:
        raise VersionError(
            f"The version set '{one.name}' installs {', '.join(f'{name} {installed[name]}' for name in loose)} "
            f"without a pin: "
            "add them to its pins in grader/versions/environments.py."
        )
    return installed


def uv_run(one: VersionSet, *arguments: str) -> str:
    """Run uv; returns its standard output. Raises VersionError with the last line of what it said."""
    done = subprocess.run([uv(), *arguments], capture_output=True, text=True, env=plain_environment())
    if done.returncode:
        said = [line.strip() for line in done.stderr.splitlines() if line.strip()] or [f"exit code {done.returncode}"]
        raise VersionError(f"The version set '{one.name}' could not be built: uv says: {' '.join(said)[-400:]}")
    return done.stdout


def packages_of(one: VersionSet, envs: Path = ENVS) -> dict[str, str]:
    """What is in the set's environment: name → version, "python" among them; empty if it is not built.

    Of .venv this is what was found there, which need not be what the lock says: the weekly run puts a newer JAX into
    it.
    """
    if one.is_own:
        return own_packages()
    built = stamp(one, envs)
    return built["packages"] | {"python": built["python"]} if built else {}


@functools.cache
def own_packages() -> dict[str, str]:
    return {found.metadata["Name"].lower().replace("_", "-"): found.version for found in metadata.distributions()} | {
        "python": platform.python_version()
    }
