"""What rows' programs are like, and the divisions that follow from it."""

from __future__ import annotations

import pytest

from cgr_audit.scorecards.codemind import traits
from cgr_audit.scorecards.codemind.breakdowns import length_part
from cgr_audit.scorecards.codemind.case import Case
from cgr_audit.scorecards.codemind.traits import LookInto, traits_of
from cgr_audit.scorecards.running.runner import ProgramRunner
from cgr_audit.scorecards.scorecard import Scored
from tests.scorecards.codemind.conftest import ADD, row, scored_of

LOOP = "def f(n):\n    for i in range(n): pass\n    return 1\n"
NESTED = "def f(n):\n    for i in range(n):\n        for j in range(i): pass\n    return 1\n"


def lengths(*rows: dict[str, object], look: LookInto = LookInto.AUTO) -> list[int | None]:
    found, _ = traits_of([Case.of(one) for one in rows], look, ProgramRunner(1))
    return [one.loop_length for one in found]


def parts(scored: Scored, name: str) -> list[tuple[str, int]]:
    division = next((one for one in scored.divisions if one.name == name), None)
    return [] if division is None else [(group.labels[0][1], group.figures[0].rows) for group in division.groups]


def test_rounds_are_those_of_every_loop_on_the_rows_own_input() -> None:
    assert lengths(
        row(program=LOOP, input="3"),
        row(program=LOOP, input="0"),
        row(program=NESTED, input="4"),
        row(program=LOOP, input="f(5)"),
        row(program="n = int(input())\nwhile n:\n    n -= 1\n    print(n)\n", input="6\n"),
        row(program="def f(n):\n    return 0\n\nfor i in 'ab':\n    f(i)\n", input="1"),
    ) == [3, 0, 10, 5, 6, 2]


def test_rounds_that_cannot_be_counted_are_unknown_and_so_are_those_of_no_loop() -> None:
    assert (
        lengths(
            row(program=ADD, input="3"),
            row(program=LOOP, input=None),
            row(program=None, input="3"),
            row(program="def f(n):\n    for i in range(n): yield i\n", input="3"),
            row(program="def f(n):\n    for i in range(n): raise ValueError\n", input="3"),
            row(program="import sys\ndef f(n):\n    for i in range(n): pass\n    sys.exit(0)\n", input="3"),
            row(program="def f(:", input="3"),
        )
        == [None] * 7
    )


def test_of_der_the_models_own_program_is_looked_into() -> None:
    case = row(task="der", program=NESTED, generated_program=LOOP, input="3", passed=True)
    assert lengths(case) == [3]


def test_what_could_not_be_found_out_is_said() -> None:
    rows = [
        row(program="def f(:", input="1"),
        row(program="def f(n):\n    for i in range(n): raise ValueError\n", input="3"),
    ]
    _, notes = traits_of([Case.of(one) for one in rows], LookInto.AUTO, ProgramRunner(1))
    assert len(notes) == 2
    left_out = "1 program in no figure by construct, complexity or loop length; "
    assert notes[0] == f"{left_out}the first is not a Python program (line 1)."
    assert notes[1] == "The loops of 1 call could not be counted: the program did not end."


def test_very_many_programs_are_left_alone_unless_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traits, "MOST_STUDIED", 2)
    cases = [Case.of(row(program=f"def f(x):\n    return {number}\n", input="1")) for number in range(3)]
    found, notes = traits_of(cases, LookInto.AUTO, ProgramRunner(1))
    assert [one.study for one in found] == [None] * 3
    assert notes == (
        "3 different programs were not looked into, for time: no figures by construct, complexity or loop length; "
        "`--look-into all` makes them.",
    )
    found, notes = traits_of(cases, LookInto.ALL, ProgramRunner(1))
    assert [one.study.complexity for one in found if one.study is not None] == [1, 1, 1]
    assert notes == ()


def test_the_loops_of_very_many_calls_are_not_counted_unless_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traits, "MOST_COUNTED", 1)
    cases = [Case.of(row(program=LOOP, input=str(number))) for number in range(2)]
    found, notes = traits_of(cases, LookInto.AUTO, ProgramRunner(1))
    assert [one.loop_length for one in found] == [None, None]
    assert notes == ("The loops of 2 different calls were not counted, for time; `--look-into all` does.",)
    assert lengths(row(program=LOOP, input="0"), row(program=LOOP, input="1"), look=LookInto.ALL) == [0, 1]


def test_rows_are_divided_by_construct_complexity_and_rounds() -> None:
    scored = scored_of(
        row(program=ADD, input="1"),
        row(program=LOOP, input="3"),
        row(program=NESTED, input="4", predicted="2"),
        row(),
    )
    assert parts(scored, "by-construct") == [("for", 2), ("nested loop", 1), ("basic", 1)]
    assert parts(scored, "by-complexity") == [("1", 1), ("2", 1), ("3", 1)]
    assert parts(scored, "by-loop-length") == [("2–3", 1), ("8–15", 1)]


def test_dropped_rows_are_in_no_part() -> None:
    scored = scored_of(row(program=LOOP, input="3"), row(program=LOOP, input="'a'", expected=None))
    assert parts(scored, "by-construct") == [("for", 1)]


def test_complexities_stand_in_the_order_of_numbers_and_very_large_ones_together() -> None:
    def branches(count: int) -> str:
        return "def f(x):\n" + "    if x: x = 1\n" * count + "    return 1\n"

    scored = scored_of(*(row(program=branches(count), input="1") for count in (9, 1, 19, 20, 50)))
    assert parts(scored, "by-complexity") == [("2", 1), ("10", 1), ("20", 1), ("more than 20", 2)]


@pytest.mark.parametrize(
    ("length", "part"),
    [
        (0, "0"),
        (1, "1"),
        (2, "2–3"),
        (3, "2–3"),
        (4, "4–7"),
        (7, "4–7"),
        (8, "8–15"),
        (1023, "512–1023"),
        (1024, "1024–2047"),
    ],
)
def test_rounds_are_put_together_by_doubling(length: int, part: str) -> None:
    assert length_part(length) == part


def test_correlations_are_of_all_rows_and_of_each_group() -> None:
    rows = [
        row(program=LOOP if number % 2 else ADD, input="3", model="ab"[number // 6], predicted=str(number % 3))
        for number in range(12)
    ]
    found = [one for one in scored_of(*rows).scored.found["correlations"] if one["over"] == "rows"]
    assert [(one["task"], one["model"], one["of"], one["rows"]) for one in found] == [
        ("all", "all", "complexity", 12), ("all", "all", "lines of code", 12), ("all", "all", "loop length", 6),
        ("ier", "a", "complexity", 6), ("ier", "a", "lines of code", 6), ("ier", "a", "loop length", 3),
        ("ier", "b", "complexity", 6), ("ier", "b", "lines of code", 6), ("ier", "b", "loop length", 3),
    ]  # fmt: skip
