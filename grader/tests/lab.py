"""A real JupyterLab in a real browser, for tests and for pictures: `with lab(folder) as base, browser() as page: …`."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
TOKEN = "only-for-this-test"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


# One server from its settings to its end: what is started here has to be ended here.
@contextlib.contextmanager
def lab(
    folder: Path,
    home: Path,
    arguments: tuple[str, ...] = (),
    theme: str = "JupyterLab Light",
    command: tuple[str, ...] = (),
) -> Iterator[str]:
    """Serve `folder`; yields the address. `home` is an empty folder that stands for a new user's home."""
    settings = home / ".jupyter" / "labconfig" / "default_setting_overrides.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(
        json.dumps(
            {
                "@jupyterlab/notebook-extension:tracker": {
                    "windowingMode": "none"
                },  # all cells are in the page, wherever it is scrolled to
                "@jupyterlab/apputils-extension:themes": {"theme": theme},
                "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
            }
        )
    )
    port = free_port()
    environment = {
        "HOME": str(home),
        "PATH": os.environ["PATH"],
        "JAX_PLATFORMS": "cpu",
        "LANG": "C.UTF-8",
        "JUPYTER_CONFIG_DIR": str(home / ".jupyter"),
    }
    program = list(command) or [sys.executable, "-m", "jupyterlab", "--no-browser", f"--notebook-dir={folder}"]
    log = open(home / "lab.log", "w+")
    process = subprocess.Popen(
        [*program, "--allow-root", "--ip=127.0.0.1", f"--port={port}", f"--IdentityProvider.token={TOKEN}", *arguments],
        env=environment,
        stdout=log,
        stderr=log,
        start_new_session=True,
        cwd=None if command else folder,
    )  # nbgrader's settings lie there
    base = f"http://127.0.0.1:{port}"
    try:
        until = time.monotonic() + 120
        while True:
            try:
                urllib.request.urlopen(f"{base}/api?token={TOKEN}", timeout=2).read()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > until:
                    log.seek(0)
                    raise RuntimeError(f"JupyterLab did not come up:\n{log.read()[-2000:]}") from None
                time.sleep(0.3)
        yield base
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 15)
        process.wait()
        log.close()


@contextlib.contextmanager
def chromium():
    """Headless Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chrome = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chrome
        chrome.close()


@contextlib.contextmanager
def browser(width: int = 1300, height: int = 1000):
    """A page of headless Chromium."""
    with chromium() as chrome:
        page = chrome.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(90_000)
        yield page


class Dropped(AssertionError):
    """JupyterLab lost what it was told to run:
    on a busy machine it does when the connection to a kernel breaks, without a word. No fault of a lesson.
    """


def again(times: int = 3):
    """Do a whole scene anew, from its opening, if JupyterLab dropped something in it or did not react;
    whatever else it claims is claimed once.
    """
    from playwright.sync_api import TimeoutError as NoReaction

    def decorate(scene):
        @functools.wraps(scene)
        def repeated(*arguments, **named):
            for left in reversed(range(times)):
                try:
                    return scene(*arguments, **named)
                except (Dropped, NoReaction):
                    if not left:
                        raise

        return repeated

    return decorate


class Notebook:
    """An open notebook, worked on as a learner does: by keyboard and menu.

    A connection that breaks early makes JupyterLab forget cells that wait, leave one of them waiting for good, or
    believe that the kernel is busy. The first a learner mends by running again, and so does this; the others end in
    `Dropped` after `patience` seconds.
    """

    PROMPTS = "[...document.querySelectorAll('.jp-Notebook .jp-CodeCell .jp-InputArea-prompt')].map(p => p.textContent)"
    STATUS = "document.querySelector('.jp-Notebook-ExecutionIndicator')?.dataset.status"

    def __init__(self, page, base: str, name: str, patience: float = 90):
        self.page, self.patience = page, patience
        page.goto(f"{base}/lab/tree/{name}?token={TOKEN}&reset")
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        self.settled()

    def answer(self, expected: str = "") -> None:
        """On a busy machine JupyterLab may open a notebook before it knows the kernels, and asks for one: take what
        it offers.

        No question is expected but one that contains `expected`: AssertionError says what it was, instead of waiting
        behind it.
        """
        dialog = self.page.locator("dialog.jp-Dialog")
        if dialog.count():
            asked = dialog.first.inner_text()
            if "Select Kernel" in asked:
                dialog.first.locator("button.jp-mod-accept").click()
            elif not (expected and expected in asked):
                raise AssertionError(f"JupyterLab asks: {asked}")

    def waits(self, condition: str, seconds: float, still: float = 0) -> bool:
        """Whether a condition, in JavaScript, becomes true within some seconds, and stays true for `still` seconds."""
        until, since = time.monotonic() + seconds, None
        while time.monotonic() < until:
            self.answer()
            now = time.monotonic()
            if not self.page.evaluate(f"() => {condition}"):
                since = None
            elif now - (since := since or now) >= still:
                return True
            self.page.wait_for_timeout(150)
        return False

    def state(self) -> str:
        """What changes while cells run: the prompts, the kernel's light, and what is printed."""
        return self.page.evaluate(
            f"() => JSON.stringify([{self.PROMPTS}, {self.STATUS}, "
            "document.querySelector('.jp-Notebook').textContent.length])"
        )

    def settled(self) -> None:
        """Wait until the kernel has nothing to do, for more than the moment between two cells;
        Dropped if nothing changes for too long.
        """
        before = None
        while (now := self.state()) != before:
            before = now
            until = time.monotonic() + self.patience
            while time.monotonic() < until and self.state() == before:
                if self.waits(f"{self.STATUS} === 'idle' && !{self.PROMPTS}.some(p => p.includes('*'))", 1, still=0.5):
                    return
        raise Dropped(f"the kernel did not come to rest: {now}")

    def menu(self, name: str, item: str) -> None:
        self.page.locator(".lm-MenuBar-itemLabel", has_text=re.compile(f"^{re.escape(name)}$")).click()
        self.page.locator(".lm-Menu-itemLabel", has_text=re.compile(f"^{re.escape(item)}$")).click()

    def run_all(self) -> None:
        """Run all cells, again if some are dropped; all have a number then."""
        for _ in range(4):
            self.menu("Run", "Run All Cells")
            if self.waits(f"{self.PROMPTS}.some(p => /[0-9*]/.test(p))", 15):
                self.settled()
                if self.page.evaluate(f"() => {self.PROMPTS}.every(p => /[0-9]/.test(p))"):
                    return
        raise Dropped(f"Run All did not reach the end: {self.state()}")

    def cell(self, position: int):
        """The cell at a position, counted from 0; all are in the page because windowing is off."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(position)

    def write(self, cell, source: str) -> None:
        """Replace a cell's source, at once, as by pasting."""
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(source)

    def run(self, cell) -> str:
        """Run a cell by keyboard, again if it is dropped; what it printed."""
        for _ in range(4):
            if cell.locator(".cm-content").is_visible():
                cell.locator(".cm-content").click()
            else:
                cell.locator(".jp-InputPrompt").click()
            self.page.keyboard.press("Control+Enter")
            self.settled()
            if re.search("[0-9]", cell.locator(".jp-InputPrompt").inner_text()):
                return self.output(cell)
        raise Dropped(f"the cell does not run: {cell.inner_text()[:500]}")

    def output(self, cell) -> str:
        return cell.locator(".jp-Cell-outputArea").inner_text()
