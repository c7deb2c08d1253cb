"""Probes as they are written out: the records of ``schemas/probe.json``, one for each program and item."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from cgr_audit.execution.probe.item_probe import ItemProbe
from cgr_audit.execution.probe.probing import ProbeSettings
from cgr_audit.execution.probe.program_probe import ProgramProbe

__all__ = ["probe_records"]


def probe_records(probe: ProgramProbe, settings: ProbeSettings, component: str) -> Iterator[dict[str, Any]]:
    """The records of a program in the order of its items; one without a sensitivity where it was not probed."""
    head = {"program_id": probe.program.program_id, "sha256": probe.program.sha256}
    if probe.not_probed is not None:
        yield {**head, "sensitivity": None, "reason": probe.not_probed}
    for one in probe.items:
        yield {
            **head,
            "dataset": one.item.dataset,
            "item_id": one.item.item_id,
            "synthetic_item": one.is_synthetic,
            "options": len(one.item.options),
            **_item_record(one),
            "disagreement": probe.disagreement,
            "answer_provenance": list(probe.audit.answer_provenance),
            "settings": {"runs": settings.runs, "thorough": settings.thorough, "seed": settings.seed},
            "component": component,
        }


def _item_record(probe: ItemProbe) -> dict[str, Any]:
    return {
        "sensitivity": None if probe.failure is not None else probe.sensitivity.value,
        "reason": probe.failure,
        "planted_sensitivity": None if probe.failure is not None else probe.planted_sensitivity.value,
        "dominant": None if probe.dominant is None else asdict(probe.dominant),
        "solvers_tried": probe.tried,
        "solvers_plain": probe.tried_plain,
        "solvers_answered": probe.completed,
        "answers": [{"answer": answer, "solver": solver} for answer, solver in probe.answers.items()],
        "fallback": probe.fallback,
        "error_answer": probe.error_answer,
        "raising_answer": probe.raising_answer,
        "generator_letter": probe.generator_letter,
        "generator_in_prompts": probe.generator_in_prompts,
        "generator_in_answer": probe.generator_in_answer,
        "item_decides": probe.item_decides,
        "item_in_fallback": probe.item_in_fallback,
        "most_calls": probe.most_calls,
        "runs": probe.runs,
        "fuel": probe.fuel,
        "codes": sorted({seen.code.value for seen in probe.seen}),
    }
