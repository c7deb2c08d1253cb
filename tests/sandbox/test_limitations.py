"""What docs/limitations.md says of the sandbox, tried line by line."""

from __future__ import annotations

import ast
import builtins
import re
from pathlib import Path

import pytest

from cgr_audit.sandbox.conformance.back_end import ComponentBackEnd
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, Crashed, GuestError, Limit, LimitExceeded

from .conftest import ANSWER_B, ITEM, RunProgram

TEXT = (Path(__file__).resolve().parent.parent.parent / "docs" / "limitations.md").read_text("utf-8")
LIMITS = Limits(fuel=500_000_000, memory=128 << 20, calls=10)


def rows(header: str) -> list[list[str]]:
    """The cells of the table under a header line."""
    lines = TEXT.partition(header + "\n")[2].splitlines()[1:]
    table = lines[: next(number for number, line in enumerate(lines) if not line.startswith("|"))]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def code(cell: str) -> str:
    """The first piece of code in a cell."""
    found = re.search(r"`([^`]+)`", cell)
    assert found is not None, cell
    return found.group(1)


def in_solve(text: str) -> str:
    """A program that does this and returns what its last statement gives."""
    *before, last = text.split("; ")
    try:
        ast.parse(last, mode="eval")
        last = f"return {last}"
    except SyntaxError:
        pass
    return "def solve():\n" + "".join(f"    {line}\n" for line in (*before, last))


ABSENT = rows("| | a program that does | gets |")
PASSED = rows("| limit | passed by | outcome | what else is known |")


def test_the_tables_are_there() -> None:
    assert len(ABSENT) == 23
    assert [code(row[0]) for row in PASSED] == [limit.value for limit in Limit]


@pytest.mark.parametrize("row", ABSENT, ids=lambda row: code(row[1]))
def test_what_is_not_there(run: RunProgram, row: list[str]) -> None:
    outcome = run(in_solve(code(row[1])), limits=LIMITS).outcome
    expected = code(row[2])
    if isinstance(getattr(builtins, expected, None), type):
        assert isinstance(outcome, GuestError)
        assert outcome.type_name == expected
    else:
        assert outcome == Completed(ast.literal_eval(expected))


@pytest.mark.parametrize("row", PASSED, ids=lambda row: code(row[0]))
@pytest.mark.parametrize("caught", [False, True], ids=["as it stands", "with everything caught"])
def test_what_a_limit_looks_like(run: RunProgram, row: list[str], caught: bool) -> None:
    program = in_solve(code(row[1]))
    if caught and code(row[0]) != "result":
        body = program.replace("def solve():\n", "def solve():\n  try:\n")
        program = f"{body}  except BaseException:\n    return 'caught'\n  finally:\n    print('seen')\n"
    limits = Limits(fuel=10**13, wall=0.2) if code(row[0]) == "wall" else LIMITS
    result = run(program, limits=limits)
    assert isinstance(result.outcome, LimitExceeded)
    assert result.outcome.limit.value == code(row[0])
    assert result.output == ""
    assert len(result.calls) == (10 if code(row[0]) == "calls" else 0)
    assert (result.lines == ()) is (code(row[0]) != "result")
    assert (result.outcome.used is None) is (code(row[0]) == "memory")


def test_the_interpreter_is_cpython_3_14_for_wasi(run: RunProgram) -> None:
    source = (
        "import sys\ndef solve():\n    return [sys.implementation.name, list(sys.version_info[:2]), sys.platform]\n"
    )
    assert run(source).outcome == Completed(["cpython", [3, 14], "wasi"])


def test_a_length_beyond_32_bits_is_an_overflow(run: RunProgram) -> None:
    outcome = run("def solve():\n    return bytes(1 << 31)\n").outcome
    assert isinstance(outcome, GuestError)
    assert outcome.type_name == "OverflowError"


def test_brackets_nest_some_120_deep(run: RunProgram) -> None:
    assert run(f"def solve():\n    return {'(' * 120}1{')' * 120}\n").outcome == Completed(1)
    assert isinstance(run(f"def solve():\n    return {'(' * 200}1{')' * 200}\n").outcome, GuestError)


def test_hashes_and_set_order_are_the_same_in_every_run_whatever_the_seed(run: RunProgram) -> None:
    source = "def solve():\n    return [hash('a'), list({'a', 'b', 'c', 'd', 'e'}), id(solve)]\n"
    assert len({str(run(source, seed=seed).outcome) for seed in (0, 0, 1, 2)}) == 1


def test_output_and_errors_are_one_text(run: RunProgram) -> None:
    source = "import sys\ndef solve():\n    print('a')\n    print('b', file=sys.stderr)\n    print('c')\n"
    assert run(source).output == "a\nb\nc\n"


def test_the_standard_profile_needs_up_to_17_mib_before_a_program_begins(run: RunProgram) -> None:
    """Some builds of the component, whose memory lies otherwise, need a page more than 16."""
    source = "def solve():\n    return 1\n"
    assert run(source, limits=Limits(memory=17 << 20)).outcome == Completed(1)
    assert run(source, limits=Limits(memory=15 << 20)).outcome == LimitExceeded(Limit.MEMORY, 15 << 20, None)


def test_bytecode_written_by_hand_ends_the_interpreter_inside_and_nothing_else(run: RunProgram) -> None:
    source = (
        "def solve():\n"
        "    def broken(): return 1\n"
        "    broken.__code__ = broken.__code__.replace(co_code=bytes([100, 255] * 8))\n"
        "    return broken()\n"
    )
    assert isinstance(run(source).outcome, Crashed)
    assert run("def solve():\n    return 1\n").outcome == Completed(1)


@pytest.fixture(scope="module")
def science() -> ComponentBackEnd:
    return ComponentBackEnd(Interpreter("science"))


def test_the_science_profile_needs_67_mib_before_a_program_begins(science: ComponentBackEnd) -> None:
    def outcome(mebibytes: int) -> object:
        return science.run(b"def solve(): return 1", ITEM, ANSWER_B, 0, Limits(memory=mebibytes << 20)).outcome

    assert outcome(67) == Completed(1)
    assert outcome(65) == LimitExceeded(Limit.MEMORY, 65 << 20, None)


@pytest.mark.parametrize(
    ("body", "ending"),
    [
        ("import pathlib; return pathlib.Path('.').exists()", False),
        ("import socket; socket.socket()", "PermissionError"),
        ("import subprocess; subprocess.run(['ls'])", "OSError"),
        ("import asyncio; asyncio.run(asyncio.sleep(1))", None),
        ("import select; select.select([], [], [], 0)", None),
        ("import timeit; timeit.timeit('1', number=1)", "NameError"),
    ],
)
def test_what_science_holds_beyond_standard_reaches_nothing(
    science: ComponentBackEnd, body: str, ending: object
) -> None:
    outcome = science.run(f"def solve(): {body}".encode(), ITEM, ANSWER_B, 0, Limits()).outcome
    if ending is None:
        assert isinstance(outcome, Crashed)
    elif isinstance(outcome, GuestError):
        assert outcome.type_name == ending
    else:
        assert outcome == Completed(ending)
