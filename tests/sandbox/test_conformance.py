"""The suite that any sandbox must pass, on ours: alone, in order, and in another order many at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from cgr_audit.sandbox.conformance.back_end import ComponentBackEnd
from cgr_audit.sandbox.conformance.case import Case, SuiteError
from cgr_audit.sandbox.conformance.case_files import read_cases
from cgr_audit.sandbox.conformance.report import Report, differences, run_suite
from cgr_audit.sandbox.conformance.suite import load_suite
from cgr_audit.sandbox.interpreter import Interpreter

CHEAP_FUEL = 500_000_000


@pytest.fixture(scope="module")
def cases() -> Sequence[Case]:
    return load_suite()


@pytest.fixture(scope="module")
def back_end(interpreter: Interpreter) -> ComponentBackEnd:
    return ComponentBackEnd(interpreter)


@pytest.fixture(scope="module")
def science() -> ComponentBackEnd:
    return ComponentBackEnd(Interpreter("science"))


@pytest.fixture(scope="module")
def in_order(back_end: ComponentBackEnd, cases: Sequence[Case]) -> Report:
    return run_suite(back_end, cases)


def test_every_program_ends_as_it_has_to(in_order: Report) -> None:
    assert in_order.faults == ()


def test_a_sample_comes_to_the_same_shuffled_over_eight_and_over_sixty_four_threads(
    back_end: ComponentBackEnd, in_order: Report
) -> None:
    cheap = [verdict for verdict in in_order.verdicts if verdict.run.fuel < CHEAP_FUEL]
    for jobs, sample in ((8, cheap[::8]), (64, cheap[4::8])):
        shuffled = run_suite(back_end, [verdict.case for verdict in sample], jobs=jobs, shuffled_by=jobs)
        assert differences(Report(tuple(sample)), shuffled) == ()


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 8, 64])
def test_all_come_to_the_same_shuffled(
    back_end: ComponentBackEnd, cases: Sequence[Case], in_order: Report, jobs: int
) -> None:
    shuffled = run_suite(back_end, cases, jobs=jobs, shuffled_by=jobs)
    assert shuffled.faults == ()
    assert differences(in_order, shuffled) == ()


@pytest.mark.slow
def test_all_come_to_the_same_each_in_an_interpreter_of_its_own(cases: Sequence[Case], in_order: Report) -> None:
    for start in range(0, len(cases), 25):
        alone = [run_suite(ComponentBackEnd(Interpreter()), [case]).verdicts[0] for case in cases[start : start + 25]]
        assert differences(Report(in_order.verdicts[start : start + 25]), Report(tuple(alone))) == ()


@pytest.mark.slow
def test_every_program_ends_as_it_has_to_in_science(science: ComponentBackEnd) -> None:
    assert run_suite(science, load_suite("science"), jobs=2).faults == ()


def test_programs_that_want_out_end_as_they_have_to_in_science(science: ComponentBackEnd) -> None:
    groups = {"environment", "files", "import tricks", "network", "processes", "time"}
    cases = [case for case in load_suite("science") if case.group in groups]
    assert len(cases) >= 100
    assert run_suite(science, cases[::4], jobs=2).faults == ()


def test_science_differs_from_standard_in_what_few_programs_come_to(cases: Sequence[Case]) -> None:
    pairs = zip(cases, load_suite("science"), strict=True)
    differing = [str(one) for one, other in pairs if one.expected != other.expected]
    assert len(differing) == 11
    assert {name.partition(":")[0] for name in differing} == {
        "environment", "import tricks", "network", "processes", "time",
    }  # fmt: skip


def test_the_suite_is_large_enough_and_names_no_case_twice(cases: Sequence[Case]) -> None:
    groups = {case.group for case in cases}
    assert len(cases) == len({str(case) for case in cases}) >= 600
    assert groups == {
        "benign", "call floods", "endless loops", "environment", "exits", "files", "import tricks", "leakage", "memory",
        "network", "output", "processes", "prompts", "randomness", "solvers that misbehave", "stack", "strange sources",
        "tampering", "time", "wrong returns",
    }  # fmt: skip


def test_a_case_that_ends_otherwise_is_told(back_end: ComponentBackEnd) -> None:
    written = "== wrong\n-- returns 'A'\nreturn 'B'\n\n== right\n-- returns 'A'\nreturn 'A'\n"
    report = run_suite(back_end, list(read_cases("group", written)))
    assert report.faults == ("group: wrong: returns 'A', but: returns 'B'",)
    assert report.by_group() == {"group": (1, 2)}


def test_calls_and_output_are_told_too(back_end: ComponentBackEnd) -> None:
    written = (
        "== calls\n-- returns 'B'\nreturn llm_model('x', {})\n\n== prints\n-- returns 1\n-- prints 'a'\nreturn 1\n"
    )
    assert run_suite(back_end, list(read_cases("g", written))).faults == (
        "g: calls: 0 solver calls, but: 1",
        "g: prints: prints 'a', but: ''",
    )


def test_lines_that_run_are_told(back_end: ComponentBackEnd) -> None:
    written = "== lines\n-- returns 1\n-- runs 1-2 4-5\nif 1:\n    return 1\nreturn 2\n"
    assert run_suite(back_end, list(read_cases("g", written))).faults == (
        "g: lines: runs the lines 1 2 4 5, but: 1 2 3",
    )


@pytest.mark.parametrize(
    "directive", ["-- explodes", "-- returns (", "-- exceeds patience", "-- limits cake=1", "-- runs far"]
)
def test_a_directive_that_cannot_be_read_is_an_error_of_the_suite(directive: str) -> None:
    with pytest.raises(SuiteError, match="g: odd: "):
        list(read_cases("g", f"== odd\n{directive}\npass\n"))


def test_a_case_that_expects_nothing_is_an_error_of_the_suite() -> None:
    with pytest.raises(SuiteError, match="does not say what has to come of it"):
        list(read_cases("g", "== odd\npass\n"))


def test_files_of_the_suite_are_part_of_the_package() -> None:
    import cgr_audit.sandbox.conformance as package

    folder = Path(package.__path__[0]) / "programs"
    assert len(list(folder.glob("*.txt"))) == 18
