"""Does every lesson keep the anatomy that learners rely on? Rules over the sources, the banks and the stored outputs.

A rule is a generator of faults, (where, words), and its docstring says what has to be so. The rules stand in one file
a group; runner.py lists them, each with its remedy. Lessons without exercises (00_start_here) and practice sheets are
free of the rules about size and parts.
"""

from grader.authoring.lint.beliefs import covered
from grader.authoring.lint.reading import constant_rows, is_whole, said_minutes
from grader.authoring.lint.runner import RULES, TOGETHER, WITH_FILES, Fault, faults, faults_together, figures

__all__ = [
    "RULES",
    "TOGETHER",
    "WITH_FILES",
    "Fault",
    "constant_rows",
    "covered",
    "faults",
    "faults_together",
    "figures",
    "is_whole",
    "said_minutes",
]
