"""Call bounds of whole programs: equal to what a reader counts, and never below what execution does."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.queries.call_bound import CallBound
from cgr_audit.source.contract import load_contract

FOLDER = Path(__file__).parent
COUNTED = (
    "ordinary.txt",
    "changed_fields.txt",
    "changed_iterators.txt",
    "counters.txt",
    "floats.txt",
    "generators.txt",
    "iterator_classes.txt",
    "library_calls.txt",
    "recursion.txt",
    "shrinking_lists.txt",
    "taking_out.txt",
    "tested_calls.txt",
)
"""Programs that begin with the bound that a reader counts."""
COUNTED_WITH_OPTIONS = ("shrinking_recursion.txt",)
"""The same, for items with at least one option: without any, the recursion never comes to its end."""
CONTRACT = load_contract("cgr")
CAP = 300
REPLIES = ("yes", "no", "A", "B", "X", "a b c", "3")


class Stopped(BaseException):
    """The run has gone on for long enough; few handlers of a program catch this."""


def programs(name: str) -> list[tuple[str, str]]:
    """The programs of one file, each with what stands in the line above it."""
    parts = (FOLDER / name).read_text("utf-8").split("### ")[1:]
    return [(head, body) for head, _, body in (part.partition("\n") for part in parts)]


def bound_of(source: str) -> CallBound:
    return Facts(ast.parse(source), CONTRACT).call_bound


def calls_made(program: str, options: int, reply: Callable[[], str]) -> int:
    """Run a program of this folder and count its solver calls."""
    calls = 0

    def llm_model(prompt: str, exp_config: object = None) -> str:
        nonlocal calls
        calls += 1
        if calls >= CAP:
            raise Stopped
        return reply()

    def extract_answer(response: str) -> str:
        return next((letter for letter in response if letter in "ABCDE"), "X")

    names: dict[str, object] = {"llm_model": llm_model, "extract_answer": extract_answer, "__name__": "program"}
    items = [{"id": "ABCDEFGH"[number], "text": f"option {number}"} for number in range(options)]
    try:
        exec(program, names)
        names["solve"]("which one?", items)  # type: ignore[operator]
    except BaseException:  # noqa: BLE001  whatever a tricky program raises, also to end the process
        return calls
    return calls


@pytest.mark.parametrize("file", [*COUNTED, *COUNTED_WITH_OPTIONS])
def test_the_bound_is_what_a_reader_counts(file: str) -> None:
    counted = programs(file)
    assert counted
    assert [(bound_of(source).expression, source) for _, source in counted] == counted


def without_shared_state(file: str) -> list[str]:
    """All programs of a file but those that change a library of this very process."""
    changing = ("vars(random)", "math.ceil =", "math.__dict__")
    return [source for _, source in programs(file) if not any(part in source for part in changing)]


@pytest.mark.parametrize("file", [*COUNTED, "tricky.txt"])
def test_no_run_makes_more_calls_than_the_bound(file: str) -> None:
    assert [source for source in without_shared_state(file) if exceeds_the_bound(source, (0, 1, 2, 4))] == []


def test_what_stands_before_a_loop_that_never_ends_counts() -> None:
    loop = "    k = 0\n    while k < len(options):\n        k -= 1\n"
    assert bound_of(f"def solve(q, options):\n    llm_model(q, {{}})\n{loop}").expression == "1"


@pytest.mark.parametrize("file", COUNTED_WITH_OPTIONS)
def test_no_run_with_options_makes_more_calls_than_the_bound(file: str) -> None:
    assert [source for source in without_shared_state(file) if exceeds_the_bound(source, (1, 2, 4))] == []


def exceeds_the_bound(source: str, counts: tuple[int, ...]) -> bool:
    """Whether some run with so many options makes more calls than the bound."""
    bound = bound_of(source)
    for options in counts:
        for trial in range(5):
            chosen = random.Random(f"{options} {trial}")
            replies = REPLIES if trial > 2 else (("yes", "no", "X")[trial],)
            made = calls_made(source, options, lambda chosen=chosen, replies=replies: chosen.choice(replies))  # type: ignore[misc]
            limit = bound.at(options)
            if limit is not None and made > limit:
                return True
    return False


@pytest.mark.parametrize(
    "change",
    [
        'vars(random)["shuffle"] = lambda xs: [llm_model("x", {}) for _ in range(7)]',
        'random.__dict__["shuffle"] = lambda xs: [llm_model("x", {}) for _ in range(7)]',
        'random.__dict__.update(shuffle=lambda xs: [llm_model("x", {}) for _ in range(7)])',
    ],
)
def test_names_changed_through_their_dictionary_leave_the_bound_unknown(change: str) -> None:
    source = (
        f"import random\ndef solve(q, options):\n    random.shuffle(options)\n    return llm_model(q, {{}})\n{change}\n"
    )
    assert bound_of(source).expression == "unknown"


@pytest.mark.parametrize(
    ("expected", "change"),
    [("0", 'globals()["solve"] = print'), ("0", "globals().update(solve=print)"), ("1", 'del globals()["solve"]')],
)
def test_an_entry_changed_through_the_dictionary_of_names_is_what_runs(expected: str, change: str) -> None:
    source = f"def solve(q, options):\n    return llm_model(q, {{}})\n{change}\n"
    assert bound_of(source).expression == expected


def test_reading_names_from_their_dictionary_changes_nothing() -> None:
    source = "def solve(q, options):\n    print(len(globals()), 'x' in vars())\n    return llm_model(q, {})\n"
    assert bound_of(source).expression == "1"


def test_a_counter_on_a_path_that_no_run_takes_lowers_no_bound() -> None:
    source = """class Keep:
    def __exit__(self, kind, error, trace):
        pass
def solve(q, options):
    answer = llm_model(q, {})
    k = 0
    while k < 3:
        k += 1
        left = 0
        while left < len(options):
            left += 1
            left -= 1
        with Keep():
            pass
"""
    assert bound_of(source).expression == "1"


@pytest.mark.parametrize(
    ("expected", "body"),
    [
        ("2000", "".join("    reply = llm_model(question, {})\n" for _ in range(2_000))),
        ("2000", "    calls = 0\n" + "".join("    calls += 1\n    llm_model(question, {})\n" for _ in range(2_000))),
        (
            "1",
            "    if question == 'x':\n        pass\n"
            + "".join(f"    elif question == '{n}':\n        llm_model(question, {{}})\n" for n in range(900)),
        ),
        (
            "150*options",
            "".join(
                f"    for o in options:\n        try:\n            v{n} = llm_model(o, {{}})\n"
                f"        except ValueError:\n            v{n} = ''\n"
                for n in range(150)
            ),
        ),
    ],
)
def test_very_long_bodies_are_counted(expected: str, body: str) -> None:
    assert bound_of(f"def solve(question, options):\n{body}").expression == expected
