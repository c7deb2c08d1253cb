"""Building the component: only where something changed, and with what the guest needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from cgr_audit.sandbox import build
from cgr_audit.sandbox.build import BuildError, build_component, inputs_of, source_files


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Stands in for componentize-py: notes what was staged, and writes a file."""
    staged: list[list[str]] = []

    def componentize(app: Path, target: Path) -> None:
        staged.append(sorted(str(path.relative_to(app)) for path in app.rglob("*.py")))
        target.write_bytes(b"component")

    monkeypatch.setattr(build, "_componentize", componentize)
    return staged


def test_a_component_is_built_once_for_the_same_inputs(made: list[list[str]], tmp_path: Path) -> None:
    path = build_component("standard", tmp_path)
    assert path.read_bytes() == b"component"
    build_component("standard", tmp_path)
    assert len(made) == 1
    build_component("standard", tmp_path, force=True)
    path.unlink()
    build_component("standard", tmp_path)
    (tmp_path / "standard.json").write_text("{}")
    build_component("standard", tmp_path)
    assert len(made) == 4


def test_changed_inputs_mean_a_new_component(
    made: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_component("standard", tmp_path)
    monkeypatch.setattr(build, "_version", lambda _package: "another")
    build_component("standard", tmp_path)
    assert len(made) == 2


def test_the_guest_gets_the_entry_rules_and_the_profile(made: list[list[str]], tmp_path: Path) -> None:
    build_component("standard", tmp_path)
    assert {"guest/app.py", "guest/entry.py", "guest/profile.py"} <= set(made[0])


def test_the_inputs_name_every_file_and_version() -> None:
    inputs = inputs_of("standard")
    assert {"app.py", "entry.py", "scaffold.wit", "componentize-py", "profile"} <= set(inputs)
    assert {path.name for path in source_files()} <= set(inputs)


def test_a_builder_that_fails_is_quoted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    builder = tmp_path / "modules" / "componentize_py.py"
    builder.parent.mkdir()
    builder.write_text("import sys\ndef script():\n    sys.stderr.write('no such world')\n    return 3\n")
    monkeypatch.syspath_prepend(builder.parent)
    monkeypatch.setenv("PYTHONPATH", str(builder.parent))
    target = tmp_path / "target"
    with pytest.raises(BuildError, match="componentize-py failed with code 3:\nno such world"):
        build_component("standard", target)
    assert list(target.iterdir()) == []
