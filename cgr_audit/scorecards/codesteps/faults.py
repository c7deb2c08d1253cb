"""What is wrong with a row of CodeStepsEval that its schema cannot say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cgr_audit.scorecards.codesteps.settings import Setting, setting_of

__all__ = ["row_fault"]


def row_fault(record: Mapping[str, Any]) -> str | None:
    """What is wrong, as ``/field: reason``; nothing if a row can be scored."""
    samples = record["samples"]
    if not samples:
        return "/samples: empty; a row needs at least one sample"
    reference = record.get("reference_steps")
    if reference is not None and not reference:
        return "/reference_steps: empty, and SWS divides by their number; without the field, the row counts for pass@k"
    setting = setting_of(record)
    has_own = setting is Setting.OWN_STEPS
    for number, sample in enumerate(samples):
        if not has_own and sample.get("predicted_steps"):
            return f"/samples/{number}/predicted_steps: given, although the setting is {setting}"
        is_unusable = sample.get("status") not in {None, "answered"}
        if has_own and reference is not None and not is_unusable and not sample.get("predicted_steps"):
            if sample.get("predicted_steps") is None:
                return f"/samples/{number}/predicted_steps: missing, although the row has reference_steps"
            return f"/samples/{number}/predicted_steps: empty, and step precision divides by their number"
        if sample.get("passed") and sample.get("failure") is not None:
            return f"/samples/{number}/failure: {sample['failure']}, although the sample passed"
    return None
