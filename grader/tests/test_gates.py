"""What is left out on a machine that lacks something, and that nothing is left out under CI."""

import pytest

from grader.sandbox import bubblewrap
from grader.tests import conftest, lab


@pytest.mark.parametrize(
    "needs, reason",
    [({"browser"}, "chromium"), ({"confined"}, "no sandbox can be had here: none at all"), ({"slow"}, ""), (set(), "")],
)
def test_what_cannot_run_is_left_out_with_its_reason_but_not_under_ci(monkeypatch, needs, reason):
    monkeypatch.setattr(lab, "CHROMIUM", None)
    monkeypatch.setattr(bubblewrap, "available", lambda: (False, "none at all"))
    monkeypatch.delenv("CI", raising=False)
    said = conftest.missing(needs)
    assert reason in said and bool(said) == bool(reason)
    monkeypatch.setenv("CI", "true")
    assert conftest.missing(needs) == ""


def test_where_everything_is_there_nothing_is_left_out(monkeypatch):
    monkeypatch.setattr(lab, "CHROMIUM", "chromium")
    monkeypatch.setattr(bubblewrap, "available", lambda: (True, ""))
    monkeypatch.delenv("CI", raising=False)
    assert conftest.missing({"browser", "confined"}) == ""


def test_every_test_that_starts_a_browser_or_the_sandbox_is_marked(request):
    """A module that names what it needs and is not marked would fail, not be left out, where that is missing."""
    for item in request.session.items:
        names = vars(getattr(item, "module", None) or object()).keys() if hasattr(item, "module") else set()
        if {"sync_playwright", "Notebook", "chromium"} & set(names):
            assert item.get_closest_marker("browser"), item.nodeid
