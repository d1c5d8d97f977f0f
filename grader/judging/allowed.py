"""What answers may use: the lists of this package, and what a teacher adds to them for a course."""

from __future__ import annotations

import ast
import functools
import json
import pkgutil
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from grader.core.errors import CourseError
from grader.sandbox.inside.guards import leads_out

LISTS = Path(__file__).parent / "public_names.json"


@dataclass(frozen=True)
class Allowed:
    """`modules`: module → its attributes that may be used, None for all public ones."""

    modules: dict

    def module(self, name: str) -> bool:
        return name in self.modules

    def attribute(self, module: str, name: str) -> bool:
        listed = self.modules[module]
        if name == "__version__":
            return True
        return not name.startswith("_") and not leads_out(name) if listed is None else name in listed


def installed(module: str) -> bool:
    """Whether a module could be imported here: of one that is not there, an import only fails."""
    root = module.split(".")[0]
    return root in sys.stdlib_module_names or root in packages()


@functools.cache
def packages() -> frozenset[str]:
    """The top modules of all installed packages."""
    return frozenset(one.name for one in pkgutil.iter_modules())


def may_import(allowed: Allowed, node: ast.Import | ast.ImportFrom, alias: ast.alias) -> bool:
    """Whether an import is fine: of a module on the lists, or of one of its attributes, that is there."""
    module = alias.name if isinstance(node, ast.Import) else node.module or ""
    if module == "__future__":
        return True
    if getattr(node, "level", 0) or not installed(module):
        return False
    if isinstance(node, ast.Import):
        return allowed.module(module)
    if alias.name == "*":
        return allowed.module(module) and "*" in (allowed.modules[module] or ())
    return allowed.module(f"{module}.{alias.name}") or allowed.module(module) and allowed.attribute(module, alias.name)


@functools.cache
def standard() -> Allowed:
    """What every course allows."""
    return Allowed(
        {
            module: None if names == "*" else frozenset(names)
            for module, names in json.loads(LISTS.read_text(encoding="utf-8")).items()
        }
    )


EXAMPLE = 'write it as allow = ["pandas", "flax.linen", "os.getcwd"]'


@functools.lru_cache(8)
def allowed_by(text: str, name: str) -> Allowed:
    """The standard lists and those of a course's own file, given as its text and name. Raises CourseError with one
    sentence.
    """
    if not text:
        return standard()
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CourseError(f"{name} is no TOML ({error}): {EXAMPLE}") from None
    names = content.get("allow")
    dotted_names = isinstance(names, list) and all(
        isinstance(one, str) and all(part.isidentifier() for part in one.split(".")) for one in names
    )
    if set(content) != {"allow"} or not dotted_names:
        raise CourseError(f"{name} is not a list of modules and attributes: {EXAMPLE}")
    modules = dict(standard().modules)
    for one in names:
        module, _, attribute = one.rpartition(".")
        if module in modules and one not in modules:
            modules[module] = modules[module] and modules[module] | {attribute}
        else:
            modules[one] = None
    return Allowed(modules)


def text_of_course(path: Path) -> str:
    """The text of a course's own file, once it is known to be right. Raises CourseError."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CourseError(f"{path} cannot be read ({error.strerror}): check its name") from None
    except UnicodeDecodeError:
        raise CourseError(f"{path} is no text in UTF-8: {EXAMPLE}") from None
    allowed_by(text, path.name)
    return text
