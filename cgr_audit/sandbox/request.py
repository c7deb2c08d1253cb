"""What the guest is told: everything about a run but the solver's answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cgr_audit.sandbox.limits import Limits
from cgr_audit.source.contract import Contract, EntryKind

__all__ = ["run_request", "visible_item"]

_ITEM_PARAMETERS = ("item", "question", "options", "exp_config")


def run_request(
    program: bytes,
    contract: Contract,
    limits: Limits,
    *,
    item: Mapping[str, Any] | None,
    seed: int,
    arguments: str | None,
    entry: str | None,
) -> str:
    """The JSON text that ``guest/app.py`` takes.

    Raises:
        ValueError: the item is no JSON.
    """
    offered = _offered(item, contract)
    job = {
        "program": program.decode("latin-1"),
        "kind": contract.entry.kind.value,
        "entry": entry,
        "entry_name": contract.entry.name,
        "entry_pattern": contract.entry.name[1:-1] if contract.entry.is_pattern else None,
        "arguments": arguments,
        "offered": offered,
        "messages": [name for name in offered if name not in _ITEM_PARAMETERS],
        "variable": contract.returns.variable,
        "prelude": contract.prelude.source,
        "functions": {name: list(parameters) for name, parameters in contract.solver.functions.items()},
        "extractors": {name: list(parameters) for name, parameters in contract.extraction.functions.items()},
        "failure_value": contract.extraction.failure_value or "X",
        "factories": list(contract.solver.factories),
        "modules": list(contract.solver.modules),
        "seed": seed,
        "limits": {"prompt": limits.prompt, "output": limits.output, "result": limits.result},
    }
    return json.dumps(job, ensure_ascii=False, allow_nan=False)


def visible_item(item: Mapping[str, Any] | None) -> dict[str, Any]:
    """The item as a program may see it: id, data set, question and options; no other field, so no gold."""
    item = item or {}
    options = [{"id": option["id"], "text": option["text"]} for option in item.get("options") or ()]
    named = {name: item.get(name) or "" for name in ("item_id", "dataset", "question")}
    return {**named, "options": options}


def _offered(item: Mapping[str, Any] | None, contract: Contract) -> dict[str, Any]:
    """The values that the entry may take, by parameter name."""
    visible = visible_item(item)
    known = {"item": visible, "question": visible["question"], "options": visible["options"], "exp_config": {}}
    offered: dict[str, Any] = {}
    for name in contract.entry.parameters:
        if name in known:
            offered[name] = known[name]
        elif contract.entry.kind is EntryKind.METHOD:
            offered[name] = _task_text(visible)
    return offered


def _task_text(visible: Mapping[str, Any]) -> str:
    """The task as one message: the question and its options, lettered as the item letters them."""
    options = "".join(f"\n({option['id']}) {option['text']}" for option in visible["options"])
    question: str = visible["question"]
    return question + ("\n" + options if options else "")
