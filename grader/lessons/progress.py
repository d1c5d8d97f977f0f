"""What is passed, read from saved notebooks alone. What stands below the next line is also the progress cell of 00_start_here.

So it uses the standard library only and knows nothing of the lessons but what their notebooks say.
"""
# --- 8< ---
import html, json, pathlib, re


def tasks_of(cells):
    """(id, title, state, detail) of each task of a lesson, from the stored outputs of its check cells."""
    title, ran = "", {}
    for cell in cells:
        source = "".join(cell.get("source", ""))
        headings = re.findall(r"^#+ +(.+?)(?:  \(.*)?$", source, re.M) if cell.get("cell_type") == "markdown" else []
        title = headings[-1] if headings else title
        meta = cell.get("metadata", {})
        key = meta.get("nbgrader", {}).get("grade_id") or meta.get("id") or cell.get("id") or ""
        ran[key] = cell.get("execution_count") or 0
        if re.fullmatch(r"(ex|predict)\d+_check", key):
            name = key.removesuffix("_check")
            state, detail = state_of(name, cell.get("outputs", []))
            if state == "passed" and ran.get(name, 0) > ran[key]:
                state, detail = "check again", "your answer was run once more after its check"
            yield name, title, state, detail


def state_of(name, outputs):
    """How a check ended: (state, detail)."""
    said = "".join("".join(output.get("text", "")) for output in outputs)
    error = next((output for output in outputs if output.get("output_type") == "error"), None)
    if f"{name}: passed." in said or re.search(r"^[A-Z] \(yours\)", said, re.M):
        return "passed", ""
    if error is None or error.get("ename") in ("NotAttempted", "NameError"):
        return "not tried", ""
    rows = re.search(r"\d+ of \d+ rows are right", error.get("evalue", ""))
    return "not yet", rows.group() if rows else f"it raised {error.get('ename')}"


class Progress:
    """Per lesson and task what is passed, from the notebooks in `folder` as they were last saved."""

    marks = {"passed": "✓", "not yet": "✗", "not tried": "○", "check again": "?"}

    def __init__(self, folder="."):
        self.lessons, self.notes = [], []
        for path in sorted(pathlib.Path(folder).glob("*.ipynb")):
            try:
                notebook = json.loads(path.read_text(encoding="utf-8-sig"))
                tasks = list(tasks_of(notebook["cells"]))
                teachers = notebook["metadata"].get("course", {}).get("edition") == "solutions"
            except (OSError, ValueError, KeyError, TypeError, AttributeError):
                self.notes.append(f"{path.name} cannot be read as a notebook: open it, save it, and run this again.")
                continue
            if tasks and not teachers:
                self.lessons.append((path.stem.replace("_", " "), tasks))
        self.notes.append(
            "This is what the notebooks said when they were last saved. What you have done since is not in them: save first, then run this again."
            if self.lessons else
            "There is no lesson of yours in this folder. On Colab every notebook stands alone: its own checks say what is passed. To see all of them "
            "at once, download them into one folder with this notebook (File, Download) and open it there.")

    def summaries(self):
        for name, tasks in self.lessons:
            done = sum(state == "passed" for _, _, state, _ in tasks)
            yield name, tasks, f"{'▰' * done}{'▱' * (len(tasks) - done)}  {done} of {len(tasks)}"

    def code(self, text):
        return re.sub("`(.*?)`", r"<code>\1</code>", html.escape(text))

    def __repr__(self):
        lines = []
        for name, tasks, bar in self.summaries():
            lines.append(f"{name}  {bar}")
            lines += [f"  {self.marks[state]} {state:11}  {title}" + (f" ({detail})" if detail else "") for _, title, state, detail in tasks]
        return "\n".join(lines + self.notes)

    def _repr_html_(self):
        parts, cell = [], '<td style="text-align: left; padding: 0.1em 0.8em">'
        for name, tasks, bar in self.summaries():
            rows = "".join(f"<tr>{cell}{self.marks[state]} {state}</td>{cell}{self.code(title)}</td>{cell}{html.escape(detail)}</td></tr>"
                           for _, title, state, detail in tasks)
            begun = any(state != "not tried" for _, _, state, _ in tasks)
            parts.append(f"<details{' open' if begun else ''}><summary><b>{html.escape(name)}</b>&emsp;{bar}</summary>"
                         f'<table style="margin: 0.3em 0 0.8em 1em">{rows}</table></details>')
        return "".join(parts + [f"<p>{html.escape(note)}</p>" for note in self.notes])
