"""The tables are what the sandbox's modules export, and every capability is reviewed."""

from __future__ import annotations

import pytest

from cgr_audit.analysis.capabilities import Capability
from cgr_audit.analysis.capability_table import HARMLESS, HELD_MODULE, TABLE, UNREVIEWED, members_of, modules
from cgr_audit.analysis.members import table as member_table
from cgr_audit.sandbox.export_tables import capability_table_text, member_table_text
from cgr_audit.source.profiles import default_imports


def test_the_table_of_capabilities_is_what_the_sandbox_exports() -> None:
    known = TABLE.read_text("utf-8")
    assert capability_table_text(known) == known


@pytest.mark.slow
def test_the_table_of_members_is_what_the_sandbox_exports() -> None:
    assert member_table_text() == member_table.TABLE.read_text("utf-8")


def test_every_member_is_reviewed() -> None:
    kinds = {kind.partition("=")[0] for module in modules() for kind in members_of(module).values()}
    assert UNREVIEWED not in kinds
    assert kinds <= {HARMLESS, HELD_MODULE, *map(str, Capability)}


def test_every_module_that_a_contract_allows_by_default_is_there() -> None:
    assert set(default_imports("science")) <= set(modules())
