"""What all workers of a machine share, imported once by the process from which they are forked (forkserver.py)."""

from grader.batch import worker  # noqa: F401
from grader.build.release import release_of
from grader.core.paths import lesson_names
from grader.lessons.source import SourceError, load

for name in lesson_names():
    try:
        load(name), release_of(name)
    except SourceError:  # a worker that needs this lesson meets the fault again and says so
        pass
