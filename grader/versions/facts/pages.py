"""docs/facts.md and docs/facts.html: the table of facts for readers, made of docs/facts.json alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from markupsafe import Markup

from grader.core.html import filled
from grader.core.paths import DOCS, ROOT
from grader.versions.environments import SETS
from grader.versions.facts import table
from grader.versions.facts.changes import SECONDS, turns

GENERATED = "<!-- generated from docs/facts.json by python -m grader facts; do not edit -->\n"
TEMPLATES = Path(__file__).with_name("templates")
TITLE = "Facts about JAX and objects, version by version"
SHORT = {"holds": "✓", "not applicable": "–", "not measured": "?"}
LEGEND = (
    "✓ holds · ✗ differs, with how · – not applicable: the lesson does not claim it there · ? not measured. A cell "
    "is what one run of the lesson's "
    "own code gave, on a CPU."
)
PRINTED = {"jax": "jax", "python": "Python", "numpy": "NumPy", "equinox": "Equinox"}


def mark(outcome: str) -> str:
    return SHORT.get(outcome) or "✗ " + outcome.removeprefix("differs: ")


def summary(table: dict) -> str:
    """How much was measured and what came out, in one sentence."""
    kinds = Counter(outcome.split(":")[0] for claim in table["claims"] for outcome in claim["on"].values())
    said = ", ".join(
        f"{count} {'hold' if kind == 'holds' else 'differ' if kind == 'differs' else kind}"
        for kind, count in kinds.most_common()
    )
    return (
        f"{len(table['claims'])} claims on {len(table['sets'])} sets of versions, {sum(kinds.values())} cells: {said}."
    )


def lessons(table: dict) -> dict[str, list[dict]]:
    found: dict[str, list[dict]] = {}
    for claim in table["claims"]:
        found.setdefault(claim["lesson"], []).append(claim)
    return found


def changed(table: dict) -> list[tuple[dict, list[str]]]:
    """(behaviour, what it was and from which release on it is what) of every probe; an empty list where nothing
    changed.
    """
    found = []
    for behaviour in table["behaviours"]:
        lines = []
        for turn in turns(behaviour["seen"]):
            if not lines:
                lines.append(f"to {turn.last}: {turn.before}")
            lines.append(
                f"from {turn.first} on: {turn.now}"
                + (f" (untried between: {', '.join(turn.between)})" if turn.between else "")
            )
        found.append((behaviour, lines))
    return found


def about(table: dict) -> str:
    """What the tables are made of, in one paragraph."""
    releases = sorted({release for behaviour in table["behaviours"] for release in behaviour["seen"]})
    return (
        f"{len(table['behaviours'])} short probes (`grader/versions/facts/probes/`), each run on every version set and "
        f"then by bisection on the releases between two sets that differ: {len(releases)} releases in all. Bisection "
        "takes it that a behaviour changes once between two neighbouring sets. “From … on” names the first release "
        f"that shows it; later releases show it too until the next line. “Does not return” means: not within {SECONDS} "
        "s. Releases before 0.4.38 were run beside NumPy 1.26.4, later ones beside 2.5.5 or 2.1.3."
    )


def markdown(table: dict) -> str:
    """The whole of facts.md."""

    def cell(text: str) -> str:
        return text.replace("|", "\\|")

    sets = table["sets"]
    lines = [
        GENERATED,
        f"# {TITLE}\n",
        "What the lessons of this course claim of JAX, each claim with its evidence. [With search](facts.html) · "
        "[as data](facts.json)\n",
        summary(table) + "\n",
        "## Where behaviour changed\n",
        about(table) + "\n",
        "| behaviour | seen | symptom | portable form |",
        "| --- | --- | --- | --- |",
    ]
    for behaviour, turned in changed(table):
        lines.append(
            f"| {cell(behaviour['looks at'])} | {cell('<br>'.join(turned) or 'the same everywhere')} | "
            f"{cell(behaviour['symptom'])} | {cell(behaviour['portable'])} |"
        )
    lines += [
        "\n## The version sets\n",
        "| set | " + " | ".join(PRINTED.values()) + " |",
        "| --- |" + " --- |" * len(PRINTED),
    ]
    lines += [
        f"| {name} | " + " | ".join(versions.get(part, "?") for part in PRINTED) + " |"
        for name, versions in sets.items()
    ]
    lines += ["\n## The claims\n", LEGEND + "\n"]
    for lesson, claims in lessons(table).items():
        lines += [
            f"### {lesson}\n",
            "| claim | cell | " + " | ".join(versions.get("jax", name) for name, versions in sets.items()) + " |",
            "| --- | --- |" + " --- |" * len(sets),
        ]
        lines += [
            f"| {cell(claim['sentence'])} <sub>{claim['id']}</sub> | {claim['cell']} | "
            + " | ".join(mark(claim["on"][name]) for name in sets)
            + " |"
            for claim in claims
        ]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def claim_row(claim: dict, sets: dict) -> dict:
    """A claim as its row shows it: `outcomes` are (class, outcome, mark) by version set."""
    kinds = {name: claim["on"][name].split(":")[0] for name in sets}
    outcomes = [(kinds[name].split()[0], claim["on"][name], mark(claim["on"][name])) for name in sets]
    return {**claim, "same": set(kinds.values()) == {"holds"}, "outcomes": outcomes}


def page(table: dict) -> str:
    """The whole of facts.html: one file that needs no other."""
    sets = table["sets"]
    told = {
        name: ", ".join(f"{PRINTED[part]} {versions[part]}" for part in PRINTED if part in versions)
        for name, versions in sets.items()
    }
    return filled(
        TEMPLATES,
        "facts.html.j2",
        generated=Markup(GENERATED),
        title=TITLE,
        summary=summary(table),
        about=about(table),
        legend=LEGEND,
        behaviours=changed(table),
        lessons=[(lesson, [claim_row(one, sets) for one in claims]) for lesson, claims in lessons(table).items()],
        heads=[(name, versions, told[name]) for name, versions in sets.items()],
        printed=PRINTED,
    )


def pages(table: dict) -> dict:
    """Path → text of what is made of the table."""
    return {DOCS / "facts.md": markdown(table), DOCS / "facts.html": page(table)}


def differing(old: dict, lessons: list[str]) -> list:
    """What of the committed table is not of the lessons, of the newest JAX, or of its own pages; writes nothing."""
    faults = [*table.stale(old, lessons), *table.drift(old, SETS["newest"], lessons, with_probes=False)]
    return faults + [
        f"{path.relative_to(ROOT)} is not what docs/facts.json gives"
        for path, text in pages(old).items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]


def differences(found: list, name: str, versions: dict[str, str]) -> str:
    """What drifted on a version set, for a reader in a hurry: Markdown, one line for a claim or probe."""
    head = f"## {name}: " + ", ".join(f"{PRINTED[part]} {versions[part]}" for part in PRINTED)
    if not found:
        return head + "\n\nEverything is as the table of facts says.\n"
    lines = [f"| {one.id} | {one.sentence} | {one.was} | {one.now} |".replace("\n", " ") for one in found]
    return "\n".join(
        [
            head,
            "",
            f"{len(found)} behaviour(s) changed.",
            "",
            "| id | claim | was | is |",
            "| --- | --- | --- | --- |",
            *lines,
            "",
        ]
    )
