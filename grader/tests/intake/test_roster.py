"""Class lists as spreadsheets and learning systems write them, and names as people write them."""

import pytest

from grader.intake.roster import RosterError, load, parse

PEOPLE = "s1,Ana,Li\ns2,José,García Márquez\ns3,小明,王\n"


@pytest.mark.parametrize(
    "data",
    [
        f"id,first name,last name\n{PEOPLE}".encode(),
        f"ID number;Vorname;Nachname\n{PEOPLE.replace(',', ';')}".encode("utf-8-sig"),
        f"Student ID\tGiven Name\tFamily Name\n{PEOPLE.replace(',', chr(9))}".encode("utf-16"),
        b'username,name\r\ns1,Ana Li\r\ns2,"Garc\xeda M\xe1rquez, Jos\xe9"\r\n\r\n,,\r\ns3,\r\n',
    ],
)
def test_the_usual_forms(data):
    roster = parse(data, "r.csv")
    assert [student.id for student in roster.students] == ["s1", "s2", "s3"]
    assert roster.match("Li, Ana").student.id == "s1" and roster.match("garcia marquez jose").student.id == "s2"


def test_moodle_and_classroom_headers():
    moodle = parse(
        "First name,Last name,ID number,Institution,Department,Email address\nZoë,O'Neil,77,,,zoe@x.example\n".encode(),
        "m.csv",
    ).students[0]
    assert (moodle.id, moodle.name, moodle.emails) == ("77", "Zoë O'Neil", ("zoe@x.example",))
    classroom = parse(b"First Name,Last Name,Email Address\nAna,Li,ana@x.example\n", "c.csv").students[0]
    assert (classroom.id, classroom.name) == ("ana@x.example", "Ana Li")
    several = parse(b"name,emails\nAna Li,ana@x.example; a.li@home.example\n", "r.csv")
    assert several.match("a.li@home.example").student and several.match("a.li").student


@pytest.mark.parametrize(
    "data, words",
    [
        (b"", "is empty"),
        (b"a,b\n1,2\n", "no column that is called id"),
        (b"id,name\n", "names no student"),
        (b"id,name\n1,Ana\n1,Bo\n", "row 3 has the same id as row 2"),
        (b"name\nKim Lee\nKim Lee\n", "ids must tell students apart"),
        (b"PK\x03\x04", "save it as CSV"),
        (b"id,name,email\n,,x@y\n,,\n ,-\n", None),
    ],
)
def test_what_is_wrong_with_it_is_said(data, words):
    if words is None:
        assert len(parse(data, "r.csv").students) == 2
        return
    with pytest.raises(RosterError) as error:
        parse(data, "r.csv")
    assert words in str(error.value) and "r.csv" in str(error.value)


def test_a_list_that_is_not_there(tmp_path):
    with pytest.raises(RosterError, match="cannot be opened"):
        load(tmp_path / "none.csv")
    with pytest.raises(RosterError, match="cannot be opened"):
        load(tmp_path)


def test_accents_alone_can_tell_two_people_apart():
    roster = parse("id,name\n1,Jose Li\n2,José Li\n".encode(), "r.csv")
    assert roster.match("José Li").student.id == "2" and roster.match("Jose Li").student.id == "1"
    both = roster.match("JOSÈ LI")
    assert both.student is None and len(both.could_be) == 2


def test_a_part_of_a_name_counts_only_if_it_is_two_words_and_fits_one():
    roster = parse(b"id,name\n1,Ana Maria Li\n2,Ana Maria Sol\n3,Bo Chen\n", "r.csv")
    assert (
        roster.match("Ana Li").student.id == "1"
        and roster.match("Ana Maria").student is None
        and roster.match("Bo").student is None
    )
    assert len(roster.match("Ana Maria").could_be) == 2 and [one.id for one in roster.match("Bo").could_be] == ["3"]
    assert roster.match("Someone Else") == roster.match("") and not roster.match("").could_be
