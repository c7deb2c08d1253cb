"""Probes of programs that are written out in a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cgr_audit.execution.probe.item_probe import ItemProbe
from cgr_audit.execution.probe.item_runs import ProgramToProbe
from cgr_audit.execution.probe.items import synthetic_item
from cgr_audit.execution.probe.probing import Prober, ProbeSettings
from cgr_audit.execution.probe.reading import read_program
from cgr_audit.records.rows import Item
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.source.contract import load_contract

Probe = Callable[..., ItemProbe]


@pytest.fixture(scope="session")
def probe(interpreter: Interpreter) -> Probe:
    """Probes one program, by default on an item with four options that is made up."""

    def run(text: str, *, item: Item | None = None, contract: str = "cgr", **options: Any) -> ItemProbe:
        terms = load_contract(contract)
        bound, recorded = options.pop("bound", None), options.pop("recorded", ())
        prober = Prober(Sandbox(interpreter, Limits(), terms), ProbeSettings(**options))
        data = text.encode()
        program = ProgramToProbe(data, read_program(data, terms), bound, recorded)
        return prober.probe(program, item or synthetic_item(4), is_synthetic=item is None)

    return run
