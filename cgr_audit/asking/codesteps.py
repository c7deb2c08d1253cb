"""Asking for the rows of CodeStepsEval: thought steps, then code, in three settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from cgr_audit.asking.asker import Answer, Asker, RowStatus, RowTask
from cgr_audit.asking.code_block import code_block, response_lines
from cgr_audit.asking.item_fields import taken_field
from cgr_audit.scorecards.codesteps.settings import Setting
from cgr_audit.scorecards.row_source import RowKey

__all__ = ["OF_ROWS", "CodeStepsItem", "codesteps_tasks", "numbered_steps"]

_BENCHMARK = "codesteps"
OF_ROWS = ("model", "prompts", "samples", "setting", "status")
"""Fields that rows have of their own, and items must not."""
_NUMBERED = re.compile(r"([0-9]{1,9})[.)][ \t]+(\S.*)")


@dataclass(frozen=True, slots=True)
class CodeStepsItem:
    """What an item is."""

    schema: ClassVar[str] = "codesteps_item"
    key: ClassVar[RowKey] = RowKey(("id",), {"id": lambda record: str(record["id"])})

    def fault(self, record: Mapping[str, Any]) -> str | None:
        """Reference steps that are an empty list, and fields that rows have of their own."""
        if record.get("reference_steps") == []:
            return "/reference_steps: empty; leave the field out of an item without reference steps"
        return taken_field(record, OF_ROWS)


def codesteps_tasks(items: Sequence[Mapping[str, Any]], settings: Sequence[Setting], samples: int) -> Iterator[RowTask]:
    """A row for each item and setting; an item without reference steps is not asked in ``given_steps``.

    Args:
        items: by ``schemas/codesteps_item.json``.
        settings: in the order in which an item is asked.
        samples: how many of each row.
    """
    for item in items:
        for setting in settings:
            if setting is not Setting.GIVEN_STEPS or item.get("reference_steps"):
                yield RowTask(_BENCHMARK, str(item["id"]), setting, _RowOfItem(item, setting, samples))


@dataclass(frozen=True, slots=True)
class _RowOfItem:
    """Asks for the samples of one row."""

    item: Mapping[str, Any]
    setting: Setting
    samples: int

    def __call__(self, asker: Asker) -> dict[str, Any]:
        samples = [self._sample(asker, sample) for sample in range(self.samples)]
        statuses = [sample["status"] for sample in samples]
        kept = {name: value for name, value in self.item.items() if name != "problem"}
        return {
            **kept,
            "setting": self.setting.value,
            "samples": samples,
            "status": next((status for status in statuses if status is not RowStatus.ANSWERED), RowStatus.ANSWERED),
        }

    def _sample(self, asker: Asker, sample: int) -> dict[str, Any]:
        item = self.item
        values = {"problem": item["problem"], "language": item.get("language") or "Python"}
        form = f"the function `{item['entry']}`" if item.get("entry") else "a program that reads standard input"
        if self.setting is Setting.WITHOUT_STEPS:
            return _with_code(asker.ask("code", {**values, "form": form}, sample=sample))
        steps = item.get("reference_steps")
        own = {}
        if self.setting is Setting.OWN_STEPS:
            answer = asker.ask("steps", values, sample=sample)
            steps = numbered_steps(answer.text or "")
            own = {"predicted_steps": steps}
            if steps is None:
                return {**own, "code": None, "status": answer.row_status(is_parsed=False)}
        listed = "\n".join(f"{number}. {step}" for number, step in enumerate(steps or (), start=1))
        return {
            **own,
            **_with_code(asker.ask("code_from_steps", {**values, "form": form, "steps": listed}, sample=sample)),
        }


def numbered_steps(text: str) -> list[str] | None:
    """The steps of a text in which every line that is not blank is a step, numbered from 1 on; else nothing."""
    lines = [_NUMBERED.fullmatch(line.strip()) for line in response_lines(text) if line.strip()]
    found = [(int(line[1]), line[2]) for line in lines if line is not None]
    if not lines or [number for number, _ in found] != list(range(1, len(lines) + 1)):
        return None
    return [step for _, step in found]


def _with_code(answer: Answer) -> dict[str, Any]:
    code = code_block(answer.text or "")
    return {"code": code, "status": answer.row_status(is_parsed=code is not None)}
