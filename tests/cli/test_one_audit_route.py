"""Commands audit in one way: what one of them has found out the others know, and they judge alike."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_package_contract import write_package

SOLVER = ("--solver", "constant:B")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_package(Path("package"))


def no_children(*_arguments: object) -> None:
    raise AssertionError("a program is audited again")


def test_what_gate_has_audited_pipeline_and_verify_know(
    command: Any, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command("gate", package).code == 0
    with monkeypatch.context() as without:
        without.setattr("cgr_audit.audit.workers.ChildPool", no_children)
        assert command("pipeline", package, *SOLVER, "--out", "out").code == 0
        assert command("verify", "out").code == 0
        assert "a program is audited again" in command("verify", "out", "--no-cache").err


def test_gate_and_pipeline_take_an_item_without_options_for_the_same_number(command: Any, package: Path) -> None:
    items = [json.loads(line) | {"options": []} for line in (package / "items.jsonl").read_text().splitlines()]
    (package / "items.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    manifest = json.loads((package / "manifest.json").read_text()) | {"sha256": {}}
    (package / "manifest.json").write_text(json.dumps(manifest))
    command("gate", package, "--probe", "--out", "verdicts.jsonl")
    command("pipeline", package, *SOLVER, "--out", "out")
    assert Path("verdicts.jsonl").read_text() == Path("out/verdicts.jsonl").read_text()


def test_findings_of_a_package_do_not_depend_on_where_it_lies(command: Any, package: Path) -> None:
    shutil.rmtree(package)
    write_package(package, "cgr")  # whose solver has another name: findings
    Path("elsewhere").mkdir()
    shutil.copytree(package, "elsewhere/package")
    for folder in ("package", "elsewhere/package"):
        assert command("pipeline", folder, *SOLVER, "--out", f"{folder}-out").code == 0
    first, second = (Path(f"{folder}-out/findings.jsonl").read_text() for folder in ("package", "elsewhere/package"))
    assert first == second
    assert {json.loads(line)["path"] for line in first.splitlines()} == {f"programs/g/d/q{n}.0.py" for n in range(2)}
