"""What all workers of a machine share, imported once by the process from which they are forked (begin.py)."""
from grader import work  # noqa: F401
from grader.lessons import SourceError, load
from grader.paths import lesson_names
from grader.rebuild import release_of

for name in lesson_names():
    try:
        load(name), release_of(name)
    except SourceError:  # a worker that needs this lesson meets the fault again and says so
        pass
