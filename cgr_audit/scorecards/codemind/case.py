"""One row of CodeMind, read: what is asked, of which program, and what the model made of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Self, TypeVar

from cgr_audit.scorecards.codemind.comparison import prediction
from cgr_audit.scorecards.codemind.language import Language, language_named
from cgr_audit.scorecards.row_source import RowKey
from cgr_audit.scorecards.running.runner import TestCase

__all__ = ["KEY", "Case", "Prompting", "Setting", "Task", "wrote_program"]

_Choice = TypeVar("_Choice")


class Task(StrEnum):
    """What a model is asked for."""

    IER = "ier"
    """What a program gives that somebody wrote (independent execution reasoning)."""
    DER = "der"
    """What its own program gives that passes its tests (dependent execution reasoning)."""
    SR = "sr"
    """A program (specification reasoning)."""


class Setting(StrEnum):
    """What a model is shown that is asked for a program."""

    WITH_TEST = "with_test"
    NO_TEST = "no_test"
    MISLEADING_TEST = "misleading_test"

    @property
    def words(self) -> str:
        """As people read it."""
        return {Setting.WITH_TEST: "with tests", Setting.NO_TEST: "without tests"}.get(self, "misleading")


class Prompting(StrEnum):
    """How a model is asked for an output."""

    DIRECT = "direct"
    """For the output alone."""
    COT = "cot"
    """To reason first (chain of thought)."""

    @property
    def words(self) -> str:
        """As people read it."""
        return "chain of thought" if self is Prompting.COT else "direct"


_PROMPTINGS = (
    (Prompting.DIRECT, re.compile(r"direct(prompt(ing)?)?|withoutcot|nocot")),
    (Prompting.COT, re.compile(r"(with|zeroshot|fewshot|oneshot)?(cot|chainofthoughts?)")),
)
"""How these are written where ``setting`` says it, likewise."""
_SETTINGS = (
    (Setting.MISLEADING_TEST, re.compile(r"mislead(ing)?(tests?)?")),
    (Setting.NO_TEST, re.compile(r"(no|without)(tests?)?|none")),
    (Setting.WITH_TEST, re.compile(r"(with|use|one)(tests?)?|tests?|shown|testsshown")),
)
"""How settings are written, in lower case and without what stands between words; ``oneTest`` is the authors'."""


@dataclass(frozen=True, slots=True)
class Case:
    """A row, read."""

    task: Task
    setting: Setting | None
    """Of ``sr``; nothing if it is none of the three."""
    program: str | None
    """The reference, or that of ``ier``."""
    generated: str | None
    given: str | None
    """The input."""
    expected: str | None
    predicted: str | None
    tests: str | tuple[TestCase, ...] | None
    passed: bool | None
    """Whether the generated program passes its tests, where the row says so."""
    language: str | None = None
    """Of the programs, where the row names one."""
    prompting: Prompting | None = None
    """Of ``ier`` and ``der``; nothing where the row does not say it."""
    trace: tuple[int, ...] | None = None
    """The lines of the program's statements in the order in which they began to run, where the row has them."""
    is_unasked: bool = False
    """Whether a model was not asked what its program gives, for it was not seen to pass its tests."""

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Self:
        """Read a record that the schema accepts."""
        task = _task(record)
        tests = record.get("tests")
        if isinstance(tests, list):
            tests = tuple(TestCase(test["input"], test["output"]) for test in tests)
        return cls(
            task=task,
            setting=_setting(record.get("setting")) if task is Task.SR else None,
            program=record.get("program"),
            generated=record.get("generated_program") if wrote_program(record) else None,
            given=record.get("input"),
            expected=record.get("expected"),
            predicted=_prediction(record),
            tests=tests or None,
            passed=record.get("passed"),
            language=language if isinstance(language := record.get("language"), str) and language.strip() else None,
            prompting=None if task is Task.SR else _prompting(record),
            is_unasked=record.get("synthesis") not in {None, "passes"},
            trace=None if record.get("trace") is None else tuple(record["trace"]),
        )

    @property
    def is_python(self) -> bool:
        """Whether the programs may be Python, which alone is run."""
        return self.language is None or language_named(self.language) is Language.PYTHON

    @property
    def texts(self) -> tuple[str, ...]:
        """Its Python texts: the programs, and tests that are not cases."""
        every = (self.program, self.generated, self.tests)
        return tuple(text for text in every if isinstance(text, str))

    @property
    def subject(self) -> str | None:
        """The program that the row is about: the generated one, save in ``ier``."""
        return self.program if self.task is Task.IER else self.generated


def _prompting(record: Mapping[str, Any]) -> Prompting | None:
    said: str | None = record.get("prompting")
    return _read(record.get("setting"), _PROMPTINGS) if said is None else Prompting(said)


def wrote_program(record: Mapping[str, Any]) -> bool:
    """Whether a row holds a generated program, rather than null or blanks."""
    return bool((record.get("generated_program") or "").strip())


def _task(record: Mapping[str, Any]) -> Task:
    return Task(record.get("task") or Task.IER)


def _prediction(record: Mapping[str, Any]) -> str | None:
    """That of a row; of a response that is known not to have the form that was asked for, none is cut."""
    response = record.get("response") if record.get("status") in {None, "answered"} else None
    return prediction(record.get("predicted"), response)


def _setting(text: str | None) -> Setting | None:
    return _read(text, _SETTINGS)


def _read(text: str | None, spellings: Iterable[tuple[_Choice, re.Pattern[str]]]) -> _Choice | None:
    plain = re.sub(r"[\W_]", "", text or "").lower()
    return next((choice for choice, pattern in spellings if pattern.fullmatch(plain)), None)


def _setting_of_key(record: Mapping[str, Any]) -> str | None:
    """Of ``sr`` the setting however it is written; elsewhere settings are whatever tells rows apart."""
    text: str | None = record.get("setting")
    setting = _setting(text) if _task(record) is Task.SR else None
    return text or None if setting is None else setting.value


KEY = RowKey(
    ("id", "benchmark", "model", "task", "setting", "prompting"),
    MappingProxyType({"task": _task, "setting": _setting_of_key}),
)
"""What tells a row from every other: one without a task is of ``ier``."""
