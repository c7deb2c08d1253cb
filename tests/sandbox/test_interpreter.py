"""The compiled component: kept, loaded only if it is the one that was written, compiled anew otherwise."""

from __future__ import annotations

import gc
import json
import time
import weakref
from dataclasses import replace
from pathlib import Path

import pytest
import wasmtime

from cgr_audit.errors import UsageError
from cgr_audit.sandbox.cache import CompiledCache, default_cache_folder
from cgr_audit.sandbox.component import SandboxError, load_portable_component
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.source.contract import Imports, load_contract

TINY = b'(component (import "solver-call" (func (param "prompt" string) (result string))))'


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A folder with a component that compiles at once."""
    folder = tmp_path / "component"
    folder.mkdir()
    (folder / "standard.wasm").write_bytes(wasmtime.wat2wasm(TINY.decode()))
    return folder


def load(tiny: Path, cache: Path) -> tuple[Interpreter, list[str]]:
    lines: list[str] = []
    return Interpreter(component_folder=tiny, cache_folder=cache, report=lines.append), lines


def compiled_file(cache: Path) -> Path:
    (path,) = cache.glob("*.cwasm")
    return path


def test_the_component_imports_exactly_one_function(interpreter: Interpreter) -> None:
    assert interpreter.imports() == ("solver-call",)
    assert sorted(interpreter.component.type.exports(interpreter.engine)) == ["accepts", "exports", "run"]


def test_the_component_is_compiled_once_and_then_loaded(tiny: Path, tmp_path: Path) -> None:
    first, said = load(tiny, tmp_path / "cache")
    assert [line.split(" ")[0] for line in said] == ["compiling"]
    again, said_again = load(tiny, tmp_path / "cache")
    assert said_again == []
    assert first.digest == again.digest == load_portable_component("standard", tiny).digest
    assert compiled_file(tmp_path / "cache").stat().st_mode & 0o077 == 0


def test_a_changed_compiled_file_is_never_loaded(tiny: Path, tmp_path: Path) -> None:
    load(tiny, tmp_path)
    path = compiled_file(tmp_path)
    right = path.read_bytes()
    for wrong in (right[:-1], right[:-1] + bytes([right[-1] ^ 1]), b"", right + b"\0"):
        path.write_bytes(wrong)
        _, said = load(tiny, tmp_path)
        assert [line.split(" ")[0] for line in said] == ["compiling"]
        assert compiled_file(tmp_path).read_bytes() == right


def test_a_compiled_file_with_a_forged_record_that_is_no_machine_code_is_replaced(tiny: Path, tmp_path: Path) -> None:
    load(tiny, tmp_path)
    (record,) = tmp_path.glob("*.json")
    CompiledCache(tmp_path, record.stem).store(b"not machine code")
    _, said = load(tiny, tmp_path)
    assert [line.split(": ")[-1].split(" ")[0] for line in said] == ["the", "compiling"]
    assert len(list(tmp_path.glob("*.cwasm"))) == 1
    assert load(tiny, tmp_path)[1] == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"sha256": 1}', '{"other": "x"}', '{"sha256": "../../x"}'])
def test_a_broken_record_means_compiling_anew(tiny: Path, tmp_path: Path, text: str) -> None:
    load(tiny, tmp_path)
    (record,) = tmp_path.glob("*.json")
    record.write_text(text)
    _, said = load(tiny, tmp_path)
    assert len(said) == 1
    assert set(json.loads(record.read_text())) == {"sha256", "bytes"}


def test_a_file_that_others_may_write_is_not_trusted(tiny: Path, tmp_path: Path) -> None:
    load(tiny, tmp_path)
    compiled_file(tmp_path).chmod(0o666)
    assert len(load(tiny, tmp_path)[1]) == 1
    path = compiled_file(tmp_path)
    moved = tmp_path / "elsewhere"
    path.rename(moved)
    path.symlink_to(moved)
    assert len(load(tiny, tmp_path)[1]) == 1
    assert not compiled_file(tmp_path).is_symlink()


def test_a_cache_that_cannot_be_written_is_one_line_and_no_failure(tiny: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    interpreter, said = load(tiny, blocked / "cache")
    assert interpreter.imports() == ("solver-call",)
    assert said[1:] == [
        f"{blocked / 'cache'}: cannot keep the compiled interpreter (Not a directory); "
        "it will be compiled again next time"
    ]


def test_compiled_files_of_earlier_components_do_not_pile_up(tiny: Path, tmp_path: Path) -> None:
    for number in range(5):
        text = TINY.decode().replace("prompt", f"prompt-x{number}")
        (tiny / "standard.wasm").write_bytes(wasmtime.wat2wasm(text))
        load(tiny, tmp_path / "cache")
    assert len(list((tmp_path / "cache").glob("*.cwasm"))) == 3
    assert len(list((tmp_path / "cache").glob("*.json"))) == 3
    assert load(tiny, tmp_path / "cache")[1] == []


def test_a_component_that_is_missing_or_broken_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SandboxError, match=r"run: python -m cgr_audit\.sandbox\.build --profile standard"):
        Interpreter(component_folder=tmp_path, cache_folder=tmp_path)
    (tmp_path / "standard.wasm").write_bytes(b"\0asm junk")
    with pytest.raises(SandboxError, match=r"standard\.wasm: not a usable component"):
        Interpreter(component_folder=tmp_path, cache_folder=tmp_path)
    with pytest.raises(UsageError, match="no interpreter profile 'other'; there are science, standard"):
        Interpreter("other")


def test_the_cache_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CGR_AUDIT_CACHE", str(tmp_path))
    assert default_cache_folder() == tmp_path / "sandbox"
    monkeypatch.delenv("CGR_AUDIT_CACHE")
    assert default_cache_folder().parent.name == "cgr-audit"


def test_two_interpreters_of_one_process_do_not_disturb_each_other(interpreter: Interpreter) -> None:
    other = Interpreter()
    for one in (interpreter, other, interpreter):
        sandbox = Sandbox(one, Limits(), load_contract("function"))
        assert sandbox.run(b"def f(): return 1", None, lambda _request: "", 0).outcome == Completed(1)


def test_a_contract_runs_under_its_own_profile_only(interpreter: Interpreter) -> None:
    contract = replace(load_contract("function"), imports=Imports(profile="science"))
    with pytest.raises(SandboxError, match="wants the profile 'science', the interpreter has 'standard'"):
        Sandbox(interpreter, Limits(), contract)


def test_an_interpreter_that_nothing_holds_is_given_back_with_its_mappings() -> None:
    interpreter = Interpreter(guests=1)
    sandbox = Sandbox(interpreter, Limits(), load_contract("cgr"))
    sandbox.run(b"def solve():\n    return 'A', 'A', 1\n", None, ConstantSolver("A"), 0)
    engine = weakref.ref(interpreter.engine)
    del interpreter, sandbox
    until = time.monotonic() + 5
    while engine() is not None and time.monotonic() < until:
        gc.collect()
        time.sleep(0.01)
    assert engine() is None
