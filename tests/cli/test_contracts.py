"""`cgr-audit contracts`: the built-in contracts and what each allows."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cgr_audit.cli.app import app
from cgr_audit.source.contract import built_in_contracts, load_contract


def printed(name: str) -> str:
    return CliRunner().invoke(app, ["contracts", name]).stdout


@pytest.mark.parametrize("name", built_in_contracts())
def test_what_is_printed_is_the_contract(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(printed(name), "utf-8")
    assert load_contract(str(path)).digest == load_contract(name).digest


@pytest.mark.parametrize("name", built_in_contracts())
def test_every_module_that_a_program_may_import_is_printed(name: str) -> None:
    _, _, said = printed(name).partition("holds: ")
    modules = said.replace("\n# ", " ").strip().removesuffix(".").split(", ")
    assert tuple(modules) == load_contract(name).imports.allowed
