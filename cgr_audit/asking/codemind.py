"""Asking for the rows of CodeMind: outputs of given programs, of the model's own, and programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Lock
from typing import Any, ClassVar

from cgr_audit.asking.asker import Answer, Asker, RowStatus, RowTask
from cgr_audit.asking.code_block import code_block
from cgr_audit.asking.item_fields import taken_field
from cgr_audit.asking.shown_test import ShownTest, shown_test
from cgr_audit.scorecards.codemind.calls import one_test
from cgr_audit.scorecards.codemind.case import Case, Prompting, Setting, Task
from cgr_audit.scorecards.codemind.comparison import parsed_response
from cgr_audit.scorecards.codemind.resolved import resolve
from cgr_audit.scorecards.row_source import RowKey
from cgr_audit.scorecards.running.runner import Failure, ProgramRunner, TestCase

__all__ = ["OF_ROWS", "CodeMindItem", "CodeMindTasks", "Synthesis"]

OF_ROWS = (
    *("task", "setting", "prompting", "model", "prompts", "status", "synthesis", "mutation"),
    *("predicted", "response", "generated_program", "passed", "trace"),
)
"""Fields that rows have of their own, and items must not."""
_PREDICT = {Prompting.DIRECT.value: "predict", Prompting.COT.value: "predict_cot"}
"""The prompt of each prompting."""


class Synthesis(StrEnum):
    """What came of asking for a program, of ``der``: only where it passes its output is asked for."""

    PASSES = "passes"
    NO_CODE_BLOCK = "no_code_block"
    DOES_NOT_PARSE = "does_not_parse"
    FAILS_TESTS = "fails_tests"
    NOT_JUDGED = "not_judged"
    """Its tests cannot be used, or the sandbox failed."""


@dataclass(frozen=True, slots=True)
class CodeMindItem:
    """What an item is, where these tasks are asked."""

    tasks: Sequence[Task]
    schema: ClassVar[str] = "codemind_item"
    key: ClassVar[RowKey] = RowKey(("id", "benchmark"), {"id": lambda record: str(record["id"])})

    def fault(self, record: Mapping[str, Any]) -> str | None:
        """A field that a task needs and the item lacks, or that rows have of their own."""
        taken = taken_field(record, OF_ROWS)
        if taken is not None:
            return taken
        is_python = Case.of(record).is_python
        for task in self.tasks:
            if task is not Task.IER and not is_python:
                return f"/language: programs of {task} are run, and only Python is; ask for ier"
            needed = {Task.IER: ("program", "input"), Task.DER: ("description", "input"), Task.SR: ("description",)}
            missing = [name for name in needed[task] if record.get(name) is None]
            if task is Task.IER and not is_python and record.get("expected") is None:
                missing.append("expected")
            if task is not Task.IER and _tests(record) is None:
                missing.append("tests")
            if missing:
                return f"/{missing[0]}: missing; {task} needs it"
        return None


@dataclass(frozen=True, slots=True)
class CodeMindTasks:
    """The rows that are asked for."""

    tasks: Sequence[Task]
    promptings: Sequence[Prompting]
    """Of ``ier`` and ``der``: a row each."""
    settings: Sequence[Setting]
    """Of ``sr``: a row each."""
    running: ProgramRunner = field(default_factory=ProgramRunner)
    """Of the tests of ``der``."""
    _testing: Lock = field(default_factory=Lock)
    """Programs are tested one after another: rows of many threads ask for it."""

    def of(self, items: Sequence[Mapping[str, Any]]) -> Iterator[RowTask]:
        """The rows of items; of ``sr`` without those whose setting wants a test that cannot be shown so."""
        # Without Markdown fences, as the scorecard reads them: it is to judge by the tests that are asked about.
        taken = self.running.taken_out(text for item in items for text in Case.of(item).texts)
        for given in items:
            item = dict(given)
            for name in ("program", "tests"):
                if isinstance(item.get(name), str):
                    item[name] = taken.get(item[name], item[name])
            for task, variant in self.variants:
                write = self._row(item, task, variant)
                if write is not None:
                    yield RowTask(item["benchmark"], str(item["id"]), f"{task} {variant}", write)

    @property
    def variants(self) -> list[tuple[Task, Prompting | Setting]]:
        """The rows of one item, unless some are left out."""
        return [(task, one) for task in self.tasks for one in (self.settings if task is Task.SR else self.promptings)]

    def _row(self, item: Mapping[str, Any], task: Task, variant: Prompting | Setting) -> _Row | None:
        if isinstance(variant, Prompting):
            return _Row(self, item, task, {"prompting": variant.value})
        named = {"setting": variant.value}
        if variant is Setting.NO_TEST:
            return _Row(self, item, task, named)
        test = shown_test(_tests(item) or "")
        if test is None or variant is Setting.WITH_TEST:
            return None if test is None else _Row(self, item, task, named, test)
        wrong = test.misleading()
        return None if wrong is None else _Row(self, item, task, {**named, "mutation": wrong[1].to_record()}, wrong[0])

    def synthesis(self, row: Mapping[str, Any]) -> Synthesis:
        """What the tests say of a row's generated program."""
        with self._testing:
            (found,) = resolve([Case.of(row)], self.running)
        if found.case.passed:
            return Synthesis.PASSES
        if found.failure is Failure.SYNTAX_ERROR:
            return Synthesis.DOES_NOT_PARSE
        return Synthesis.NOT_JUDGED if found.failure is None else Synthesis.FAILS_TESTS


@dataclass(frozen=True, slots=True)
class _Row:
    """Asks for one row."""

    asked: CodeMindTasks
    item: Mapping[str, Any]
    task: Task
    variant: Mapping[str, Any]
    """Its prompting; or its setting, with the mutation of a misleading test."""
    test: ShownTest | None = None

    def __call__(self, asker: Asker) -> dict[str, Any]:
        row = {name: value for name, value in self.item.items() if name != "description"}
        row |= {"task": self.task.value, **self.variant}
        if self.task is Task.IER:
            return row | self._predicted(asker, self.item["program"])
        answer, program = self._written(asker)
        row |= {"generated_program": program, "status": answer.row_status(is_parsed=program is not None)}
        return row if self.task is Task.SR else row | self._of_own(asker, row, answer)

    def _of_own(self, asker: Asker, row: Mapping[str, Any], answer: Answer) -> dict[str, Any]:
        """Of ``der``, what came of the model's own program.

        Where that has tests, the item's expected output is the reference's: its own may be another.
        """
        own: dict[str, Any] = {"predicted": None, **({} if Case.of(row).tests is None else {"expected": None})}
        program = row["generated_program"]
        if program is None:
            return {**own, "synthesis": None if answer.text is None else Synthesis.NO_CODE_BLOCK.value}
        synthesis = self.asked.synthesis({**row, **own})
        predicted = self._predicted(asker, program) if synthesis is Synthesis.PASSES else {}
        return {**own, "synthesis": synthesis.value, **predicted}

    def _predicted(self, asker: Asker, program: str) -> dict[str, Any]:
        values = {
            "language": self.item.get("language") or "python",
            "program": program.strip("\n"),
            "input": self.item["input"],
        }
        answer = asker.ask(_PREDICT[self.variant["prompting"]], values)
        predicted = parsed_response(answer.response)
        status = answer.row_status(is_parsed=False) if predicted is None else RowStatus.ANSWERED
        return {"predicted": predicted, "response": answer.response, "status": status}

    def _written(self, asker: Asker) -> tuple[Answer, str | None]:
        values = {"description": self.item["description"].strip()}
        if self.test is None:
            answer = asker.ask("write", values)
        else:
            answer = asker.ask("write_with_test", values | {"test": self.test.text})
        return answer, None if answer.text is None else code_block(answer.text)


def _tests(item: Mapping[str, Any]) -> str | tuple[TestCase, ...] | None:
    """The tests of an item, or the one that its input and expected output make; nothing without either."""
    case = Case.of(item)
    if case.tests is not None:
        return case.tests
    if case.given is None or case.expected is None:
        return None
    return one_test(case.program or "", case.given, case.expected)
