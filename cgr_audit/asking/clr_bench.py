"""Asking for rows of CLR-Bench: answer and rationale by type of question, a similarity filter, and a judge."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from cgr_audit.asking.asker import Answer, Asker, RowTask
from cgr_audit.asking.json_responses import json_response
from cgr_audit.scorecards.clr_bench.answers import answer_parts
from cgr_audit.scorecards.clr_bench.question_type import QuestionType
from cgr_audit.scorecards.clr_bench.rationales import similarities
from cgr_audit.scorecards.codesteps.similarity.similarity import Similarity
from cgr_audit.scorecards.label import label
from cgr_audit.scorecards.row_source import RowKey, Rows

__all__ = ["OF_ROWS", "AnswerTasks", "QuestionItem"]

_WITH_OPTIONS = (QuestionType.MULTIPLE_CHOICE, QuestionType.MULTIPLE_SELECT)
_GRADES = (0, 0.5, 1)
OF_ROWS = frozenset(
    {
        *("options", "answer", "answer_score", "rationale", "rationale_score", "similarity", "judge", "judge_score"),
        *("human_score", "model", "model_size", "status", "prompts"),
    }
)
"""Fields of an item that are not kept: rows have what comes of asking under these names."""
_TRUTHS = {("true",), ("false",)}


class QuestionItem:
    """A question, as a kind of row."""

    schema: ClassVar[str] = "clr_bench_item"
    key: ClassVar[RowKey] = RowKey(("id", "type"), {"id": lambda record: str(record["id"])})

    def fault(self, record: Mapping[str, Any]) -> str | None:
        """A question that lacks options, or a right answer of the form that its type has."""
        kind = QuestionType(record["type"])
        if kind in _WITH_OPTIONS and not record.get("options"):
            return f"/options: is not there, and {kind} questions have some"
        letters = [_letter(one["id"]) for one in record.get("options") or ()]
        if len(set(letters)) < len(letters):
            return "/options: two have the same id, as answers are compared; give each one of its own"
        if not _has_form(kind, record["gold"], record):
            return f"/gold: {json.dumps(record['gold'], ensure_ascii=False)[:80]} is not an answer to a {kind} question"
        return None


@dataclass(frozen=True, slots=True)
class AnswerTasks:
    """Makes a task of each question."""

    judge: str | None
    """The judge's name in rows; nothing without a judge."""
    similarity: Similarity | None
    """Compares rationales with their references; nothing where none is filtered."""
    threshold: float
    """A rationale less similar than this is wrong, and is not judged."""
    judges_all: bool = False
    """Whether the judge is asked about what the filter stops too, so that the two can be compared."""
    model_size: float | None = None

    def of_items(self, items: Rows) -> list[RowTask]:
        """A row for each question.

        Args:
            items: each a ``QuestionItem``.
        """
        return [RowTask(item["type"], label(item["id"]), "", partial(self._answered, item)) for item in items.records]

    def _answered(self, item: Mapping[str, Any], asker: Asker) -> dict[str, Any]:
        kind = QuestionType(item["type"])
        texts = {one["id"]: one["text"] for one in item.get("options") or ()}
        options = {"options": "\n".join(f"{name}. {text}" for name, text in texts.items())}
        question = {"question": item["question"]}
        given = asker.ask(kind.lower(), question | (options if kind in _WITH_OPTIONS else {}))
        parsed = _parsed(kind, given, item)
        row = {
            **{name: value for name, value in item.items() if name not in OF_ROWS},
            "question": "\n".join(filter(None, (item["question"], *options.values()))),
            "status": given.row_status(is_parsed=parsed is not None),
            **({} if self.model_size is None else {"model_size": self.model_size}),
        }
        if parsed is None:
            return row
        row |= parsed | {"judge": None, "judge_score": None}
        if self.similarity is not None and row.get("reference_rationale") is not None:
            (similar,) = similarities([row], self.similarity).tolist()
            row |= {"similarity": similar, "similarity_by": f"{self.similarity.name} ({self.similarity.version()})"}
        if kind is QuestionType.OPEN_ENDED:
            row["answer_score"] = None
        if self.judge is None:
            return row
        is_stopped = row.get("similarity", 1.0) < self.threshold
        is_asked = self.judges_all or not is_stopped or kind is QuestionType.OPEN_ENDED
        return row | {"judge": self.judge} | (self._judged(asker, kind, row) if is_asked else {})

    def _judged(self, asker: Asker, kind: QuestionType, row: Mapping[str, Any]) -> dict[str, Any]:
        values = {
            "question": row["question"],
            "gold": _shown(row["gold"]),
            "reference": row.get("reference_rationale") or "(none)",
            "answer": _shown(row["answer"]),
            "rationale": row["rationale"],
        }
        is_open = kind is QuestionType.OPEN_ENDED
        said = asker.ask(f"judge-{kind.lower()}", values, judge=True)
        grades = json_response(said.text, {"Rationale", *(("Answer",) if is_open else ())}) or {}
        known = {name: value for name, value in grades.items() if _is_grade(value)}
        if len(known) < len(grades):
            known = {}
        return {"judge_score": known.get("Rationale"), **({"answer_score": known.get("Answer")} if is_open else {})}


def _parsed(kind: QuestionType, given: Answer, item: Mapping[str, Any]) -> dict[str, Any] | None:
    """Answer and rationale of a response; nothing where it has another form."""
    found = json_response(given.text, {"Rationale", "Answer"})
    if found is None or not isinstance(found["Rationale"], str) or not found["Rationale"].strip():
        return None
    answer = found["Answer"]
    return {"answer": answer, "rationale": found["Rationale"]} if _has_form(kind, answer, item) else None


def _has_form(kind: QuestionType, answer: Any, item: Mapping[str, Any]) -> bool:
    """Whether an answer is one to a question of its type."""
    texts = answer if isinstance(answer, list) else [answer]
    if kind is QuestionType.TRUE_FALSE:
        return isinstance(answer, bool | str) and answer_parts(kind, answer) in _TRUTHS
    if not texts or not all(isinstance(one, str) and one.strip() for one in texts):
        return False
    parts = answer_parts(kind, answer)
    if kind in _WITH_OPTIONS:
        known = {_letter(one["id"]) for one in item["options"]}
        return bool(parts) and known.issuperset(parts) and (len(parts) == 1 or kind is QuestionType.MULTIPLE_SELECT)
    return kind is not QuestionType.OPEN_ENDED or isinstance(answer, str)


def _letter(option: str) -> str:
    """The id of an option, as answers are compared."""
    return answer_parts(QuestionType.MULTIPLE_CHOICE, option)[0]


def _is_grade(value: Any) -> bool:
    return not isinstance(value, bool) and isinstance(value, int | float) and value in _GRADES


def _shown(answer: Any) -> str:
    return ", ".join(answer) if isinstance(answer, list) else str(answer)
