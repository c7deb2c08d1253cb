"""What the guest is told: everything about a run but the solver's answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.visible_item import option_forms, options_of, visible_item
from cgr_audit.source.contract import Contract, EntryKind, ReturnShape, Supply
from cgr_audit.source.helper_signature import HelperSignature

__all__ = ["run_request"]


def run_request(
    program: bytes,
    contract: Contract,
    limits: Limits,
    *,
    item: Mapping[str, Any] | None,
    seed: int,
    arguments: str | None,
    entry: str | None,
    parameters: Mapping[str, Any],
) -> str:
    """The JSON text that ``guest/app.py`` takes.

    Raises:
        ValueError: the item is not JSON.
    """
    offered, supplied = _offered(item, contract, parameters), contract.entry.supplied
    is_method = contract.entry.kind is EntryKind.METHOD
    job = {
        "program": program.decode("latin-1"),
        "kind": contract.entry.kind.value,
        "entry": entry,
        "entry_name": contract.entry.name,
        "entry_pattern": contract.entry.name[1:-1] if contract.entry.is_pattern else None,
        "arguments": arguments,
        "offered": offered,
        "messages": [name for name in offered if is_method and supplied[name] is Supply.TASK],
        "variable": contract.returns.variable,
        "is_mapping": contract.returns.shape is ReturnShape.MAPPING,
        "prelude": contract.prelude.source,
        "functions": {name: _helper(contract.signatures[name]) for name in contract.solver.functions},
        "extractors": {name: _helper(contract.signatures[name]) for name in contract.extraction.functions},
        "failure_value": contract.extraction.failure_value or "X",
        "factories": list(contract.solver.factories),
        "modules": list(contract.solver.modules),
        "seed": seed,
        "limits": {"prompt": limits.prompt, "output": limits.output, "result": limits.result},
    }
    return json.dumps(job, ensure_ascii=False, allow_nan=False)


def _helper(signature: HelperSignature) -> dict[str, Any]:
    """What the guest makes a helper of."""
    first, *settings = signature.names
    whole = signature.configuration
    return {"parameters": signature.text, "first": first, "settings": settings, "configuration": whole}


def _offered(item: Mapping[str, Any] | None, contract: Contract, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The values that the entry may take, by parameter name."""
    question, options = (item or {}).get("question") or "", options_of(item)
    given = {
        Supply.ITEM: visible_item(item, contract),
        Supply.QUESTION: question,
        Supply.OPTIONS: options,
        **option_forms(options),
        Supply.CONFIGURATION: dict(parameters),
        Supply.TASK: _task_text(question, options),
    }
    return {name: given[supply] for name, supply in contract.entry.supplied.items()}


def _task_text(question: str, options: list[dict[str, Any]]) -> str:
    """The task as one message: the question and its options, lettered as the item letters them."""
    listed = "".join(f"\n({option['id']}) {option['text']}" for option in options)
    return question + ("\n" + listed if listed else "")
