"""What of the sandbox is installed: said without compiling or writing anything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import wasmtime

from cgr_audit.sandbox import installation
from cgr_audit.sandbox.build import inputs_of
from cgr_audit.sandbox.component import COMPONENT_FOLDER
from cgr_audit.sandbox.installation import installation_record
from cgr_audit.sandbox.interpreter import GUESTS, Interpreter
from cgr_audit.schema import check_record
from cgr_audit.source.profiles import PROFILES

ONE_IMPORT = '(component (import "solver-call" (func)))'
TWO_IMPORTS = '(component (import "solver-call" (func)) (import "wasi:cli/environment" (instance)))'


@pytest.fixture
def components(tmp_path: Path) -> Path:
    """A folder with a component of each profile that compiles at once."""
    folder = tmp_path / "components"
    folder.mkdir()
    for profile in PROFILES:
        (folder / f"{profile}.wasm").write_bytes(wasmtime.wat2wasm(ONE_IMPORT))
        (folder / f"{profile}.json").write_text(json.dumps(inputs_of(profile)))
    return folder


def test_the_installation_is_described_by_its_schema() -> None:
    assert check_record("sandbox", installation_record()) is None


def test_each_installed_component_imports_one_function_and_has_its_digest(interpreter: Interpreter) -> None:
    standard, science = installation_record()["profiles"]
    for profile in (standard, science):
        assert profile["fault"] is None
        assert profile["component"]["imports"] == [{"name": "solver-call", "kind": "function"}]
        assert profile["modules"] == list(PROFILES[profile["name"]])
    assert standard["component"]["digest"] == interpreter.digest
    assert standard["component"]["compiled"]["state"] == "trusted"
    assert standard["component"]["path"] == str(COMPONENT_FOLDER / "standard.wasm")


def test_limits_are_the_defaults() -> None:
    assert installation_record()["limits"] == {
        "fuel": 10**10, "memory": 256 << 20, "wall": 10.0, "calls": None, "prompt": 1 << 20, "output": 1 << 20,
        "result": 64 << 10,
    }  # fmt: skip


def test_the_compiled_file_is_absent_then_trusted_then_refused(components: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"

    def state() -> dict[str, str | None]:
        standard: dict[str, dict[str, dict[str, str | None]]] = installation_record(components, cache)["profiles"][0]
        return standard["component"]["compiled"]

    assert state() == {"state": "absent", "path": None, "reason": None}
    assert not cache.exists()
    Interpreter(component_folder=components, cache_folder=cache)
    (path,) = cache.glob("*.cwasm")
    assert state() == {"state": "trusted", "path": str(path), "reason": None}
    path.chmod(0o666)
    assert state() == {"state": "refused", "path": None, "reason": f"{path}: others may write it"}
    assert path.exists()


def test_a_component_that_imports_more_is_a_fault(components: Path, tmp_path: Path) -> None:
    (components / "science.wasm").write_bytes(wasmtime.wat2wasm(TWO_IMPORTS))
    standard, science = installation_record(components, tmp_path)["profiles"]
    assert standard["fault"] is None
    assert science["fault"] == "science.wasm: it imports something else than the solver call alone"
    assert [one["name"] for one in science["component"]["imports"]] == ["solver-call", "wasi:cli/environment"]


def test_a_component_that_is_missing_or_broken_is_a_fault(components: Path, tmp_path: Path) -> None:
    (components / "standard.wasm").write_bytes(b"no component")
    (components / "science.wasm").unlink()
    record = installation_record(components, tmp_path)
    assert check_record("sandbox", record) is None
    standard, science = record["profiles"]
    assert (standard["component"], science["component"]) == (None, None)
    assert standard["fault"].startswith("no component of WebAssembly")
    assert science["fault"].endswith(
        "the sandbox's component is not built; run: cgr-audit sandbox build --profile science"
    )


def test_a_component_from_other_sources_is_told(components: Path, tmp_path: Path) -> None:
    (components / "science.json").write_text(json.dumps({**inputs_of("science"), "app.py": "0" * 64}))
    standard, science = installation_record(components, tmp_path)["profiles"]
    assert standard["component"]["from_these_sources"] is True
    assert science["component"]["from_these_sources"] is False
    (components / "science.json").unlink()
    assert installation_record(components, tmp_path)["profiles"][1]["component"]["from_these_sources"] is False


def test_how_memory_is_allocated_is_what_the_engine_does(monkeypatch: pytest.MonkeyPatch) -> None:
    assert installation_record()["memory"]["guests"] == GUESTS
    for pooled, said in ((True, "pool"), (False, "mapped")):
        monkeypatch.setattr(installation, "can_reserve", lambda _guests, pooled=pooled: pooled)
        assert installation_record()["memory"]["allocation"] == said
