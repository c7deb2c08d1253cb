"""The component as machine code: compiled once and loaded, compiled again with one line that says why otherwise."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import wasmtime

from cgr_audit.sandbox import compiled
from cgr_audit.sandbox.cache import CompiledCache
from cgr_audit.sandbox.component import load_portable_component
from cgr_audit.sandbox.interpreter import Interpreter

TINY = '(component (import "solver-call" (func (param "prompt" string) (result string))))'
COMPILING = "compiling the sandbox's interpreter for this machine (profile standard, about 10 s) ..."


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A folder with a component that compiles at once."""
    folder = tmp_path / "component"
    folder.mkdir()
    (folder / "standard.wasm").write_bytes(wasmtime.wat2wasm(TINY))
    return folder


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def load(tiny: Path, cache: Path) -> tuple[Interpreter, list[str]]:
    lines: list[str] = []
    return Interpreter(component_folder=tiny, cache_folder=cache, report=lines.append), lines


def kept(cache: Path) -> CompiledCache:
    (record,) = cache.glob("*.json")
    return CompiledCache(cache, record.stem)


def compiled_file(cache: Path) -> Path:
    (path,) = cache.glob("*.cwasm")
    return path


def test_the_component_is_compiled_once_and_then_loaded(tiny: Path, cache: Path) -> None:
    first, said = load(tiny, cache)
    assert said == [COMPILING]
    again, said_again = load(tiny, cache)
    assert said_again == []
    assert first.digest == again.digest == load_portable_component("standard", tiny).digest


def test_what_is_refused_is_compiled_anew_with_one_line_that_says_why(tiny: Path, cache: Path) -> None:
    load(tiny, cache)
    path = compiled_file(cache)
    data = path.read_bytes()
    path.unlink()  # what is loaded is mapped: a file that is cut short under it would end this process
    path.write_bytes(data[:-1])
    interpreter, said = load(tiny, cache)
    assert said == [f"{path}: its bytes are not those that were recorded; {COMPILING}"]
    assert interpreter.imports() == ("solver-call",)
    assert load(tiny, cache)[1] == []


def test_what_fits_its_record_but_is_no_machine_code_is_compiled_anew(tiny: Path, cache: Path) -> None:
    load(tiny, cache)
    compiled_file(cache).unlink()
    kept(cache).store(b"not machine code")
    path = compiled_file(cache)
    _, said = load(tiny, cache)
    assert said == [f"{path}: the compiled interpreter does not fit this machine; {COMPILING}"]
    assert load(tiny, cache)[1] == []


def test_machine_code_of_another_engine_is_never_run(tiny: Path, cache: Path) -> None:
    load(tiny, cache)
    other = wasmtime.Engine(wasmtime.Config())
    kept(cache).store(wasmtime.component.Component(other, TINY).serialize())
    assert load(tiny, cache)[1][0].endswith(f"the compiled interpreter does not fit this machine; {COMPILING}")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes are POSIX's")
def test_a_folder_that_others_may_write_is_neither_read_nor_written(tiny: Path, cache: Path) -> None:
    load(tiny, cache)
    before = sorted(path.stat().st_mtime_ns for path in cache.iterdir())
    cache.chmod(0o777)
    interpreter, said = load(tiny, cache)
    assert said == [f"{cache}: others may write it; {COMPILING}"]
    assert interpreter.imports() == ("solver-call",)
    assert sorted(path.stat().st_mtime_ns for path in cache.iterdir()) == before


def test_a_cache_that_cannot_be_written_is_one_line_more_and_no_failure(tiny: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    interpreter, said = load(tiny, blocked / "cache")
    assert interpreter.imports() == ("solver-call",)
    assert said == [
        COMPILING,
        f"{blocked / 'cache'}: cannot keep the compiled interpreter (Not a directory); "
        "it will be compiled again next time",
    ]


def test_without_a_way_to_name_an_open_file_its_bytes_are_loaded(
    tiny: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(tiny, cache)
    monkeypatch.setattr(compiled, "_OPEN_FILES", Path("/nowhere"))
    interpreter, said = load(tiny, cache)
    assert said == []
    assert interpreter.imports() == ("solver-call",)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="open files have names on Linux")
def test_the_file_that_was_checked_is_loaded_though_its_name_is_taken(tiny: Path, cache: Path) -> None:
    interpreter, _ = load(tiny, cache)
    with kept(cache).opened() as file:
        path = compiled_file(cache)
        path.unlink()
        path.write_bytes(b"put in between check and use")
        loaded = compiled._deserialized(interpreter.engine, file)
    assert list(loaded.type.imports(interpreter.engine)) == ["solver-call"]


def test_two_processes_that_start_at_once_both_compile_and_both_work(tiny: Path, cache: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from cgr_audit.sandbox.interpreter import Interpreter\n"
        "sys.stdin.readline()\n"
        "made = Interpreter(component_folder=Path(sys.argv[1]), cache_folder=Path(sys.argv[2]))\n"
        "print(made.imports())\n"
    )
    command = [sys.executable, "-c", program, tiny, cache]
    both = [subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True) for _ in range(2)]
    for one in both:
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    assert [one.communicate(timeout=60) for one in both] == [("('solver-call',)\n", "")] * 2
    assert load(tiny, cache)[1] == []


@pytest.fixture
def another_users_folder() -> Iterator[Path]:
    """A folder that another user may read and enter; only root can run as somebody else."""
    if not hasattr(os, "getuid") or os.getuid() != 0:
        pytest.skip("only root can run as somebody else")
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_the_folder_of_another_user_is_neither_read_nor_written(tiny: Path, another_users_folder: Path) -> None:
    cache = another_users_folder / "sandbox"
    load(tiny, cache)
    for path in (cache, *cache.iterdir()):
        os.chown(path, 54321, 54321)
    _, said = load(tiny, cache)
    assert said == [f"{cache}: it belongs to user 54321, not to user 0; {COMPILING}"]
