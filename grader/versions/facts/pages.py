"""docs/facts.md and docs/facts.html: the table of facts for readers, made of docs/facts.json alone."""

from __future__ import annotations

import html
import re
from collections import Counter

from grader.core.paths import DOCS, ROOT
from grader.versions.environments import SETS
from grader.versions.facts import table
from grader.versions.facts.changes import SECONDS, turns

GENERATED = "<!-- generated from docs/facts.json by python -m grader facts; do not edit -->\n"
TITLE = "Facts about JAX and objects, version by version"
SHORT = {"holds": "✓", "not applicable": "–", "not measured": "?"}
LEGEND = (
    "✓ holds · ✗ differs, with how · – not applicable: the lesson does not claim it there · ? not measured. A cell is what one run of the lesson's "
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
    """(behaviour, what it was and from which release on it is what) of every probe; an empty list where nothing changed."""
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
        f"{len(table['behaviours'])} short probes (`grader/facts/probes/`), each run on every version set and then by bisection on the releases between two "
        f"sets that differ: {len(releases)} releases in all. Bisection takes it that a behaviour changes once between two neighbouring sets. "
        "“From … on” names the first release that shows it; later releases show it too until the next line. “Does not return” means: not within "
        f"{SECONDS} s. Releases before 0.4.38 were run beside NumPy 1.26.4, later ones beside 2.5.5 or 2.1.3."
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
            f"| {cell(behaviour['looks at'])} | {cell('<br>'.join(turned) or 'the same everywhere')} | {cell(behaviour['symptom'])} | {cell(behaviour['portable'])} |"
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


STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --soft: #5b6470; --line: #d5dae0; --band: #f4f6f8; --bad: #b3261e; --good: #1a7f37 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --paper: #14171b; --soft: #9aa4b0; --line: #353b43; --band: #1d2127; --bad: #ff8a80; --good: #6fd08c } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; max-width: 84rem; padding: 1rem }
h1, h2, h3 { line-height: 1.2 } a { color: inherit } code { font-size: .9em; overflow-wrap: anywhere } small, .soft { color: var(--soft) }
form { position: sticky; top: 0; z-index: 2; background: var(--paper); padding: .6rem 0; display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center }
input[type=search] { font: inherit; flex: 1 1 14rem; max-width: 32rem; padding: .35rem .6rem; color: inherit; background: var(--band); border: 1px solid var(--soft); border-radius: 4px }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .5rem; text-align: left; vertical-align: top } thead th { white-space: nowrap; background: var(--band) }
td.o { text-align: center; white-space: nowrap; color: var(--soft) } td.holds { color: var(--good) } td.differs { color: var(--bad); font-weight: 600; white-space: normal }
tbody th { font-weight: 400; min-width: 16rem } [hidden] { display: none }
@media print { form { display: none } body { max-width: none; font-size: 9pt; color: #000; background: #fff } thead { display: table-header-group } tr { break-inside: avoid } .wide { overflow: visible } }
"""
SCRIPT = """
const box = document.querySelector('input[type=search]'), only = document.querySelector('input[type=checkbox]'), count = document.querySelector('output');
const rows = [...document.querySelectorAll('tbody tr[data-row]')];
function look() {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    const text = row.textContent.toLowerCase();
    row.hidden = !(words.every(word => text.includes(word)) && (!only.checked || row.dataset.row === 'differs'));
    shown += !row.hidden;
  }
  for (const part of document.querySelectorAll('section[data-part]')) part.hidden = ![...part.querySelectorAll('tr[data-row]')].some(row => !row.hidden);
  count.textContent = shown + ' of ' + rows.length + ' rows';
}
box.addEventListener('input', look); only.addEventListener('change', look); document.querySelector('form').addEventListener('submit', event => event.preventDefault()); look();
"""


def coded(text: str) -> str:
    """`text` for HTML, with what stands in backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def page(table: dict) -> str:
    """The whole of facts.html: one file that needs no other."""
    sets = table["sets"]
    heads = "".join(
        f'<th scope="col" title="{html.escape(name)}: {html.escape(", ".join(f"{PRINTED[part]} {versions[part]}" for part in PRINTED if part in versions))}">'
        f"{html.escape(versions.get('jax', name))}</th>"
        for name, versions in sets.items()
    )
    body = []
    rows = []
    for behaviour, turned in changed(table):
        rows.append(
            f'<tr data-row="differs" id="{behaviour["name"]}"><th scope="row">{coded(behaviour["looks at"])} <small><a href="#{behaviour["name"]}">{behaviour["name"]}</a></small></th>'
            f"<td>{'<br>'.join(coded(line) for line in turned) or 'the same everywhere'}</td><td>{coded(behaviour['symptom'])}</td><td>{coded(behaviour['portable'])}</td></tr>"
        )
    body.append(
        f'<section data-part="behaviours"><h2>Where behaviour changed</h2><p>{coded(about(table))}</p><div class="wide"><table><thead><tr><th scope="col">behaviour</th>'
        f'<th scope="col">seen</th><th scope="col">symptom</th><th scope="col">portable form</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div></section>'
    )
    body.append(
        f"<h2>The claims of the lessons</h2><p>{html.escape(LEGEND)} The columns are releases of JAX; what else is in each set stands at the end.</p>"
    )
    for lesson, claims in lessons(table).items():
        rows = []
        for claim in claims:
            kinds = {name: claim["on"][name].split(":")[0] for name in sets}
            cells = "".join(
                f'<td class="o {kinds[name].split()[0]}" title="{html.escape(claim["on"][name])}">{html.escape(mark(claim["on"][name]))}</td>'
                for name in sets
            )
            rows.append(
                f'<tr data-row="{"differs" if set(kinds.values()) != {"holds"} else "holds"}" id="{claim["id"]}"><th scope="row">{coded(claim["sentence"])} '
                f'<small><a href="#{claim["id"]}">{claim["id"]}</a>, cell {claim["cell"]}</small></th>{cells}</tr>'
            )
        body.append(
            f'<section data-part="{lesson}"><h3><a href="../notebooks/{lesson}.ipynb">{lesson}</a></h3><div class="wide"><table><thead><tr><th scope="col">claim</th>{heads}</tr>'
            f"</thead><tbody>{''.join(rows)}</tbody></table></div></section>"
        )
    body.append(
        '<h2>The version sets</h2><div class="wide"><table><thead><tr><th scope="col">set</th>'
        + "".join(f'<th scope="col">{part}</th>' for part in PRINTED.values())
        + "</tr></thead><tbody>"
        + "".join(
            f'<tr><th scope="row">{html.escape(name)}</th>'
            + "".join(f"<td>{html.escape(versions.get(part, '?'))}</td>" for part in PRINTED)
            + "</tr>"
            for name, versions in sets.items()
        )
        + "</tbody></table></div>"
    )
    parts = "\n".join(body)
    return (
        f'<!doctype html>\n{GENERATED}<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>{TITLE}</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>{TITLE}</h1><p>What transformations of JAX see of an object: pytrees, aux data, methods. Each sentence is claimed by a lesson and was "
        f'measured on each set of versions. {html.escape(summary(table))} <a href="facts.json">As data</a>.</p>\n'
        f'<form role="search"><input type="search" placeholder="search: leaf, vmap, TypeError, 0.9.2 …" aria-label="search the facts"><label><input type="checkbox"> only what differs</label>'
        f'<output class="soft" aria-live="polite"></output></form>\n{parts}\n<script>{SCRIPT}</script></body></html>\n'
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
