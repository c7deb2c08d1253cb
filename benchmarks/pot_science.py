"""Run published scripts that use sympy, and hold their answers against the published ones.

Of every question the published files keep one value, written out as text, and the option that a language model found
closest to it. In ``aqua_fewshot`` the value is that of the one program; in ``aqua_sc`` it is the most frequent one of
30 samples, the earliest of equals, failed samples not counted. Whole questions are drawn: those with one program
first, then others in an order that follows from the seed, until enough programs use sympy.

How answers are compared, here as there: a value is written out by the published rule (a number of sympy rounded to two
places, an expression as its text, nothing if the value is empty or zero) and must be the published text. The rule is
run inside the sandbox, after the program and by the same interpreter. The model's choice of an option is a function of
question and text, so the same text keeps the published option; for another text the option is chosen by a rule that
both sides can be put through: the one whose first number is nearest to the value, if it is one alone.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.pot_differences import TO_TWO_PLACES, Executed, difference, same_number
from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import Registry
from cgr_audit.gate.policy import Decision, load_policy
from cgr_audit.gate.verdict import Gate
from cgr_audit.sandbox.compile_check import GuestCompiler
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, kind_of
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import map_in_order
from cgr_audit.sandbox.values import plain
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.source.contract import Contract
from cgr_audit.source.program import Program

__all__ = ["Question", "closest_option", "crossed", "drawn", "questions", "run_science", "vote"]

NONE = "None"
_SYMPY = re.compile(r"\b(sympy|Symbol|symbols|simplify|solve|solve_it)\b")
_COMMENT = re.compile(r"#.*")
_NUMBER = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?|-?\.\d+")
_FRACTION = re.compile(r"(\d+)\s*/\s*(\d+)")
WRITTEN_OUT = '''

def _written_out(ans):
    """The published rule."""
    if "relational" in str(type(ans)):
        return str(ans)
    if not ans:
        return "None"
    if type(ans) in (list, tuple):
        if "sympy" in str(type(ans[0])):
            try:
                ans = [round(float(x), 2) for x in ans]
            except Exception:
                ans = [str(x) for x in ans]
        if len(ans) == 1:
            ans = ans[0]
    elif "sympy" in str(type(ans)):
        try:
            ans = round(float(ans), 2)
        except Exception:
            ans = str(ans)
    return str(ans)


ans = (ans, _written_out(ans))
'''


@dataclass(frozen=True, slots=True)
class Question:
    """The programs of one question, and what was published for all of them together."""

    name: str
    rows: tuple[dict[str, Any], ...]

    @property
    def dataset(self) -> str:
        """The dataset it is from."""
        return str(self.rows[0]["dataset"])

    @property
    def published(self) -> str:
        """The published value as text; ``None`` where there was none."""
        return str(self.rows[0]["executed"])

    @property
    def using_sympy(self) -> int:
        """How many of its programs use sympy."""
        return sum(_uses_sympy(row) for row in self.rows)


def run_science(path: Path, contract: Contract, registry: Registry, *, least: int, seed: int, jobs: int) -> None:
    """Run at least ``least`` programs that use sympy in the profile ``science``, and print how the answers compare."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    chosen = drawn(questions(rows), least, seed)
    gate = Gate(load_policy(None, registry), registry.digest, contract.digest)
    sandbox = Sandbox(Interpreter(contract.imports.profile), Limits(), contract)
    compiler = GuestCompiler(contract.imports.profile)

    def executed(row: dict[str, Any]) -> Executed:
        data = row["source"].encode()
        verdict = gate.judge(audit_program(Program(row["id"], row["id"], data), contract, registry.rules, compiler))
        if verdict.verdict is Decision.REFUSED:
            return Executed(row, f"refused: {verdict.explanations[0].split(' in line')[0]}")
        return run_one(sandbox, row)

    every = [row for question in chosen for row in question.rows]
    runs = {one.row["id"]: one for one in map_in_order(executed, every, jobs)}
    _print_rows(chosen, runs)
    _print_questions(chosen, runs)
    _print_accuracy(chosen, runs)


def questions(rows: Iterable[dict[str, Any]]) -> list[Question]:
    """The questions of which at least one program uses sympy, in the order of the rows."""
    grouped: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        grouped.setdefault(row["id"].rpartition(":")[0], []).append(row)
    return [Question(name, tuple(found)) for name, found in grouped.items() if any(map(_uses_sympy, found))]


def drawn(available: Sequence[Question], least: int, seed: int) -> list[Question]:
    """Questions with at least so many programs that use sympy, or all: those with one program first."""
    order = sorted(available, key=lambda question: question.name)
    random.Random(seed).shuffle(order)
    order.sort(key=lambda question: len(question.rows) > 1)
    chosen, count = [], 0
    for question in order:
        if count >= least:
            break
        chosen.append(question)
        count += question.using_sympy
    return chosen


def run_one(sandbox: Sandbox, row: dict[str, Any]) -> Executed:
    """Run one program, and have its answer written out by the published rule."""
    run = sandbox.run((row["source"] + WRITTEN_OUT).encode(), None, FailingSolver(), 0)
    outcome = run.outcome
    if isinstance(outcome, Completed):
        value, text = outcome.value
        return Executed(row, None, str(text), plain(value))
    return Executed(row, kind_of(outcome).value, outcome=outcome)


def crossed(value: object, text: str) -> bool | None:
    """Whether a value that crossed from the sandbox is what was written out inside; nothing if it is not a number."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return None
    return same_number(str(float(value)), "0" if text == NONE else text, TO_TWO_PLACES)


def vote(runs: Iterable[Executed]) -> str:
    """The most frequent text, the earliest of equals; ``None`` where no run left a value."""
    texts = Counter(run.text for run in runs if run.text is not None and run.text != NONE)
    return texts.most_common(1)[0][0] if texts else NONE


def closest_option(options: Sequence[str], text: str) -> str | None:
    """The letter of the option whose number is nearest to a value written out; nothing if that is not one option."""
    wanted = _number(text)
    distances = sorted(
        (abs(number - wanted), option[0])
        for option in options
        if wanted is not None and (number := _number(option.partition(")")[2])) is not None
    )
    if not distances or (len(distances) > 1 and distances[0][0] == distances[1][0]):
        return None
    return distances[0][1]


def _number(text: str) -> float | None:
    fraction = _FRACTION.search(text)
    if fraction is not None and int(fraction[2]):
        return int(fraction[1]) / int(fraction[2])
    found = _NUMBER.search(text)
    return None if found is None else float(found[0].replace(",", ""))


def _uses_sympy(row: dict[str, Any]) -> bool:
    return _SYMPY.search(_COMMENT.sub("", row["source"])) is not None


def _print_rows(chosen: Sequence[Question], runs: dict[str, Executed]) -> None:
    print("\nprograms, by dataset: how they ended")
    for dataset in sorted({question.dataset for question in chosen}):
        rows = [row for question in chosen if question.dataset == dataset for row in question.rows]
        ends = Counter(runs[row["id"]].ending for row in rows)
        symbolic = sum(map(_uses_sympy, rows))
        print(f"  {dataset}: {len(rows)} programs, {symbolic} of them using sympy")
        for ending, count in ends.most_common():
            print(f"    {count:5} {ending}")
    numbers = [crossed(run.value, run.text) for run in runs.values() if run.text is not None]
    print(f"  {numbers.count(True)} of {len(numbers) - numbers.count(None)} answers that crossed as a number ", end="")
    print("are the number written out inside")


def _print_questions(chosen: Sequence[Question], runs: dict[str, Executed]) -> None:
    print("\nquestions, by dataset: the value beside the published one")
    for dataset in sorted({question.dataset for question in chosen}):
        some = [question for question in chosen if question.dataset == dataset]
        found = {question.name: difference(question.published, _runs_of(question, runs)) for question in some}
        same = sum(reason is None for reason in found.values())
        print(f"  {dataset}: {same} of {len(some)} questions with the published value, {100 * same / len(some):.1f} %")
        for reason, count in Counter(reason for reason in found.values() if reason is not None).most_common():
            names = [name for name, other in found.items() if other == reason]
            print(f"    {count:5} {reason}: {', '.join(names[:4])}{', ...' if count > 4 else ''}")


def _print_accuracy(chosen: Sequence[Question], runs: dict[str, Executed]) -> None:
    print("\naccuracy against the gold option, by dataset (a question without an option counts as wrong)")
    for dataset in sorted({question.dataset for question in chosen}):
        some = [question for question in chosen if question.dataset == dataset]
        for name, letters in _letters(some, runs):
            right = sum(letter == question.rows[0]["gold"] for question, letter in zip(some, letters, strict=True))
            print(f"  {dataset}: {right:4} of {len(some)}, {100 * right / len(some):5.1f} %  {name}")


def _letters(some: Sequence[Question], runs: dict[str, Executed]) -> Iterator[tuple[str, list[str | None]]]:
    """Letters per question, by who computed the value and how it became an option."""
    published = [str(question.rows[0]["predicted"]) for question in some]
    texts = [vote(_runs_of(question, runs)) for question in some]
    yield "published value, published option", list(published)
    yield (
        "executed value, the published option where it is the published value, else the closest one",
        [
            letter if text == question.published else closest_option(question.rows[0]["options"], text)
            for question, text, letter in zip(some, texts, published, strict=True)
        ],
    )
    yield (
        "published value, closest option",
        [closest_option(question.rows[0]["options"], question.published) for question in some],
    )
    yield (
        "executed value, closest option",
        [closest_option(question.rows[0]["options"], text) for question, text in zip(some, texts, strict=True)],
    )


def _runs_of(question: Question, runs: dict[str, Executed]) -> list[Executed]:
    return [runs[row["id"]] for row in question.rows]
