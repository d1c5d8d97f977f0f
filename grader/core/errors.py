"""What can go wrong in a way that a person can mend: one sentence that says what is wrong with what, and what to do."""

from __future__ import annotations


class GraderError(Exception):
    """The base of all errors that are told in words. `exit_code`: 1 for something to look at, 2 for what cannot be
    done.
    """

    exit_code = 2


class CourseError(GraderError):
    """A course directory cannot be made or read as asked."""


class Busy(GraderError):
    """Another run is writing to the same folder."""


class NotWritten(GraderError):
    """A file cannot be written: the disk is full, or the folder is not ours."""


class NotMeasured(GraderError):
    """Something could not be run on this machine or in another environment."""

    exit_code = 1
