"""Asking for rows of ReTraceQA: reasoning cut into steps, its answer next to the gold, and a judge's first error."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from cgr_audit.asking.asker import Answer, Asker, RowStatus, RowTask
from cgr_audit.errors import UsageError
from cgr_audit.extractors.interface import Extractor
from cgr_audit.scorecards.label import label
from cgr_audit.scorecards.retraceqa.judgements import NO_ERROR, JudgeSetting
from cgr_audit.scorecards.retraceqa.traces import steps_of
from cgr_audit.scorecards.row_source import RowKey, Rows

__all__ = ["PackageItem", "TraceTasks", "boxed_step"]

_BOXED = re.compile(r"\\boxed\{\s*(-?[0-9]+)\s*\}")
_ANNOTATION = ("first_error", "error_type", "annotator")
_JUDGEMENT = ("judge", "judge_setting", "predicted_first_error", "step_scores")


class PackageItem:
    """An item of a package, as a kind of row."""

    schema: ClassVar[str] = "item"
    key: ClassVar[RowKey] = RowKey(("dataset", "item_id"))

    def fault(self, record: Mapping[str, Any]) -> str | None:
        """An item that cannot be asked, or whose answers cannot be checked."""
        for name in ("question", "options", "correct_ids"):
            if not record[name]:
                return f"/{name}: is empty, so that the item cannot be asked and its answer checked"
        ids = [one["id"] for one in record["options"]]
        if len(set(ids)) < len(ids):
            return "/options: two have the same id; give each one of its own"
        if any(one["text"] is None for one in record["options"]):
            return "/options: one has no text, so that the item cannot be asked"
        unknown = set(record["correct_ids"]).difference(ids)
        if unknown:
            return f"/correct_ids: {', '.join(sorted(unknown))}: no option has this id"
        return None


@dataclass(frozen=True, slots=True)
class TraceTasks:
    """Makes tasks of items and of traces."""

    judge: str | None
    """The judge's name in rows; nothing without a judge."""
    setting: JudgeSetting
    extractor: Extractor
    """Reads the answer out of a response."""

    def of_items(self, items: Rows) -> list[RowTask]:
        """A row for each item of a package: the model is asked for reasoning and answer, then the judge.

        Args:
            items: each a ``PackageItem``.
        """
        return [RowTask(item["dataset"], item["item_id"], "", partial(self._solved, item)) for item in items.records]

    def of_traces(self, traces: Rows) -> list[RowTask]:
        """A row for each trace: only the judge is asked. Of several rows about a trace the first is taken.

        Args:
            traces: rows of ReTraceQA.

        Raises:
            UsageError: there is no judge, or a trace lacks what the judge is to be shown.
        """
        if self.judge is None:
            raise UsageError("items with traces are only judged: give --judge SPEC")
        needed = ("question", *(("reference",) if self.setting is JudgeSetting.REFERENCE_BASED else ()))
        tasks: dict[tuple[Any, ...], RowTask] = {}
        for row, place in zip(traces.records, traces.places, strict=True):
            for name in needed:
                if not isinstance(row.get(name), str):
                    raise UsageError(f"{place}: /{name}: is not there, and the judge is shown it ({self.setting})")
            setting = f"{row['model']} {self.setting}"
            task = RowTask(label(row["dataset"]), label(row["id"]), setting, partial(self._judged, row), row["model"])
            tasks.setdefault((task.benchmark, row["id"], setting), task)
        return list(tasks.values())

    def _solved(self, item: Mapping[str, Any], asker: Asker) -> dict[str, Any]:
        texts = {one["id"]: one["text"] for one in item["options"]}
        options = "\n".join(f"{name}. {text}" for name, text in texts.items())
        given = asker.ask("solve", {"question": item["question"], "options": options})
        answer = None if given.text is None else self.extractor.extract(given.text, list(texts), list(texts.values()))
        row = {
            "id": item["item_id"],
            "dataset": item["dataset"],
            "question": f"{item['question']}\n{options}",
            "reference": "; ".join(f"{name}. {texts.get(name, '')}".strip() for name in item["correct_ids"]),
            "steps": list(steps_of({"trace": given.text or ""}) or ()),
            "answer": answer,
            "extractor": self.extractor.name,
            # A response that names no option counts as wrong; `status` says why.
            "answer_correct": answer in item["correct_ids"],
            **dict.fromkeys(_ANNOTATION),
            "status": given.row_status(is_parsed=answer is not None),
        }
        return row | (self._judgement(asker, row) if self.judge is not None and row["steps"] else {})

    def _judged(self, row: Mapping[str, Any], asker: Asker) -> dict[str, Any]:
        kept = {name: value for name, value in row.items() if name not in _JUDGEMENT}
        kept["prompts"] = {
            name: digest
            for name, digest in (row.get("prompts") or {}).items()
            if digest and not name.startswith("judge-")
        }
        if row.get("annotator") is not None:
            kept |= dict.fromkeys(_ANNOTATION)  # it stays in the file that it is in
        kept["steps"] = list(steps_of(row) or ())
        if not kept["steps"]:
            return {"status": RowStatus.NO_TEXT} | kept
        judgement = self._judgement(asker, kept)
        is_parsed = judgement["predicted_first_error"] is not None
        # A status that the row has is that of its model's response, which this command does not ask for.
        return {"status": RowStatus.ANSWERED if is_parsed else RowStatus.UNPARSED} | kept | judgement

    def _judgement(self, asker: Asker, row: Mapping[str, Any]) -> dict[str, Any]:
        steps = row["steps"]
        shown = "\n\n".join(f"<step_{number}>\n{step}\n</step_{number}>" for number, step in enumerate(steps))
        values = {"question": row["question"], "steps": shown, "last": str(len(steps) - 1)}
        if self.setting is JudgeSetting.REFERENCE_BASED:
            values["reference"] = row["reference"]
        said = asker.ask(f"judge-{self.setting}", values, judge=True)
        return {
            "judge": self.judge,
            "judge_setting": self.setting,
            "predicted_first_error": boxed_step(said, len(steps)),
        }


def boxed_step(said: Answer, steps: int) -> int | None:
    r"""The step that a judge names in ``\boxed{}``; nothing where there is none, several differ, or it is no step.

    Args:
        said: the judge's response.
        steps: how many steps there are.
    """
    named = set(_BOXED.findall(said.text or ""))
    return next((step for step in range(NO_ERROR, steps) if named == {str(step)}), None)
