"""docs/facts.json: what each claim and each probe gave on each version set, and how two such tables differ.

{"sets": {name: {"python", "jax", "numpy", "equinox"}},
 "claims": [{"id", "sentence", "lesson", "cell", "on": {set: "holds" | "differs: HOW" | "not applicable" | "not
 measured"}}],
 "behaviours": [{"name", "looks at", "symptom", "portable", "probe": digest of its file, "seen": {release of jax:
 what}}]}
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from grader.core.cache import digest
from grader.core.paths import DOCS
from grader.lessons.claims import claims_of
from grader.lessons.source import load
from grader.versions.environments import SETS, VersionSet, packages_of
from grader.versions.facts import changes
from grader.versions.facts.measure import measured

FACTS = DOCS / "facts.json"
NOT_MEASURED = "not measured"


@dataclass(frozen=True)
class Difference:
    """One thing that is not as the table says; `where` is a version set, or "the lessons"."""

    id: str
    sentence: str
    where: str
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.id} on {self.where}: was '{self.was}', is '{self.now}': {self.sentence}"


def stored(path: Path | None = None) -> dict:
    """The committed table; empty if there is none."""
    path = path or FACTS
    return (
        json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"sets": {}, "claims": [], "behaviours": []}
    )


def table_text(table: dict) -> str:
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def described(one: VersionSet) -> dict[str, str]:
    packages = packages_of(one)
    return {"python": ".".join(packages["python"].split(".")[:2])} | {
        name: packages[name] for name in ("jax", "numpy", "equinox")
    }


def rows(lessons: list[str]) -> list[dict]:
    """The claims as the sources have them, without outcomes."""
    return [
        {"id": claim.id, "sentence": claim.sentence, "lesson": claim.lesson, "cell": claim.cell}
        for name in lessons
        for claim in claims_of(load(name))
    ]


def made(
    old: dict, sets: list[VersionSet], lessons: list[str], again: bool = False, told: Callable[[str], None] = print
) -> dict:
    """The table with the claims measured on `sets`; of the other sets what `old` says of the same id and sentence
    stays.

    Probes are run where `old` has none of the same text. Raises VersionError, NotMeasured, SourceError.
    """
    kept_claims = {(claim["id"], claim["sentence"]): claim["on"] for claim in old["claims"]}
    found: dict[str, dict[str, str]] = {one.name: {} for one in sets}
    for one in sets:
        for name in lessons:
            told(f"{one.name} {name}")
            found[one.name] |= measured(one, name, again)
    claims = rows(lessons)
    for claim in claims:
        before = kept_claims.get((claim["id"], claim["sentence"]), {})
        claim["on"] = {
            name: found[name][claim["id"]] if name in found else before.get(name, NOT_MEASURED) for name in SETS
        }
    heads = {name: described(one) if one in sets else old["sets"].get(name, {}) for name, one in SETS.items()}
    return {"sets": heads, "claims": claims, "behaviours": behaviours(old, told)}


def look_at(probe: changes.Probe, told: Callable[[str], None], version: str) -> str:
    told(f"{probe.name} on jax {version}")
    return changes.seen(probe, version)


def behaviours(old: dict, told: Callable[[str], None] = print) -> list[dict]:
    """What the probes see; one whose text is in `old` already is not run again."""
    before = {one["name"]: one for one in old["behaviours"]}
    found = []
    for probe in changes.probes():
        text = digest(probe.path)[:12]
        seen = before.get(probe.name, {}).get("seen") if before.get(probe.name, {}).get("probe") == text else None
        if seen is None:
            look = functools.partial(look_at, probe, told)
            seen, _ = changes.changes(look, [changes.version_of(one) for one in SETS.values()])
        ordered = sorted(seen.items(), key=lambda pair: changes.Version(pair[0]))
        found.append(
            {
                "name": probe.name,
                "looks at": probe.looks_at,
                "symptom": probe.symptom,
                "portable": probe.portable,
                "probe": text,
                "seen": dict(ordered),
            }
        )
    return found


def unmeasured(table: dict) -> list[str]:
    """One sentence if claims are still to be measured somewhere: where, and the command that does it."""
    sets = [name for name in SETS if any(claim["on"].get(name) == NOT_MEASURED for claim in table["claims"])]
    count = sum(NOT_MEASURED in claim["on"].values() for claim in table["claims"])
    missing = ", ".join(sets)
    told = f"{count} claim(s) are not measured on {missing}: run python -m grader facts {' '.join(sets)}"
    return [told] if sets else []


def stale(table: dict, lessons: list[str]) -> list[Difference]:
    """Where the table is not of the lessons and probes as they stand now; runs nothing."""
    now, old = {row["id"]: row for row in rows(lessons)}, {row["id"]: row for row in table["claims"]}
    found = [
        Difference(name, old[name]["sentence"], "the lessons", "in the table", "gone")
        for name in old.keys() - now.keys()
    ]
    for name, row in now.items():
        if name not in old:
            found.append(Difference(name, row["sentence"], "the lessons", "not in the table", "claimed"))
            continue
        found += [
            Difference(name, row["sentence"], "the lessons", old[name][part], row[part])
            for part in ("sentence", "lesson", "cell")
            if old[name][part] != row[part]
        ]
        found += [
            Difference(name, row["sentence"], one, old[name]["on"].get(one, NOT_MEASURED), "to be measured")
            for one in SETS
            if old[name]["on"].get(one, NOT_MEASURED) == NOT_MEASURED
        ]
    probes = {probe.name: (digest(probe.path)[:12], probe.looks_at) for probe in changes.probes()}
    known = {one["name"]: (one["probe"], one["looks at"]) for one in table["behaviours"]}
    found += [
        Difference(
            name,
            (probes.get(name) or known[name])[1],
            "the probes",
            known.get(name, ("none",))[0],
            probes.get(name, ("none",))[0],
        )
        for name in sorted(probes.keys() | known.keys())
        if probes.get(name) != known.get(name)
    ]
    return sorted(found, key=lambda one: (one.where, one.id))


def drift(table: dict, one: VersionSet, lessons: list[str], with_probes: bool = True) -> list[Difference]:
    """What claims and probes give on a set now, where the table says something else of that set. Raises VersionError,
    RuntimeError.
    """
    now = {}
    for name in lessons:
        now |= measured(one, name)
    found = [
        Difference(claim["id"], claim["sentence"], one.name, claim["on"].get(one.name, NOT_MEASURED), now[claim["id"]])
        for claim in table["claims"]
        if claim["id"] in now and now[claim["id"]] != claim["on"].get(one.name)
    ]
    if with_probes:
        known, version = (
            {behaviour["name"]: behaviour["seen"] for behaviour in table["behaviours"]},
            table["sets"].get(one.name, {}).get("jax"),
        )
        for probe in changes.probes():
            was, is_now = (
                known.get(probe.name, {}).get(version, NOT_MEASURED),
                changes.seen(probe, changes.version_of(one)),
            )
            if was != is_now:
                found.append(Difference(probe.name, probe.looks_at, one.name, was, is_now))
    return found
