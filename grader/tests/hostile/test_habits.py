"""The honest habits of the hostile suite are many, differ, and few of them go to a person. What they earn:
test_hostile.py.
"""

import json

from grader.tests.hostile import FULL, GRADED, REVIEW, RIGHT, answered, load_all
from grader.tests.hostile.lesson import release

CASES = [case for case in load_all().values() if case.kind == "honest habits"]


def sources(data: bytes) -> tuple[str, ...]:
    return tuple(cell["source"] for cell in json.loads(data)["cells"])


def test_there_are_many_and_each_is_a_file_of_its_own():
    files = {sources(case.make(release())) for case in CASES}
    perfect = sources(json.dumps(answered(json.loads(json.dumps(release())), RIGHT)).encode())
    assert len(CASES) >= 60 and len(files) == len(CASES) and perfect not in files


def test_most_sit_in_the_answers():
    def in_answers(case):
        return not {RIGHT["ex1"], RIGHT["ex2"]} <= set(sources(case.make(release())))

    assert sum(map(in_answers, CASES)) >= 60


def test_few_go_to_a_person_and_those_say_why():
    looked_at = [case for case in CASES if case.outcomes != (GRADED,)]
    assert len(looked_at) <= 6
    assert all(
        case.outcomes == (REVIEW,) and case.points < FULL and "A teacher finds it fair: " in case.about
        for case in looked_at
    )
    assert all(case.points == FULL and case.about for case in CASES if case not in looked_at)
