"""The direction of dependencies: nothing upstream imports what is downstream of it, and start-up stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "cgr_audit"
ORDER = (
    "source", "analysis", "audit", "gate", "records", "solvers", "sandbox", "execution", "tables",
    "accuracy", "page", "formats", "cli",
)  # fmt: skip
"""The folders in the order in which data flows; a folder imports from itself and from those before it."""


def imported_folders(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
    return {name.split(".")[1] for name in names if name.startswith("cgr_audit.") and len(name.split(".")) > 1}


def modules() -> list[Path]:
    return [path for folder in ORDER for path in sorted((PACKAGE / folder).rglob("*.py")) if "guest" not in path.parts]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_nothing_downstream_of_it(path: Path) -> None:
    folder = path.relative_to(PACKAGE).parts[0]
    allowed = {
        *ORDER[: ORDER.index(folder) + 1],
        "cache_folder",
        "errors",
        "safe_start",
        "schema",
        "thread_stack",
        "version",
        "visible",
    }
    assert imported_folders(path) - allowed == set()


def test_every_folder_of_the_package_has_its_place_in_the_order() -> None:
    folders = {path.parent.relative_to(PACKAGE).parts[0] for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE}
    assert folders == set(ORDER)


def test_only_the_command_line_knows_typer_and_only_it_and_the_terminal_format_know_rich() -> None:
    for path in modules():
        tree = ast.parse(path.read_text("utf-8"))
        roots = {
            (node.module or "").split(".")[0] if isinstance(node, ast.ImportFrom) else alias.name.split(".")[0]
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        folder = path.relative_to(PACKAGE).parts[0]
        if folder != "cli":
            assert "typer" not in roots, path
        if folder != "cli" and path.name not in {"terminal.py", "marked_lines.py"}:
            assert "rich" not in roots, path


def test_the_command_line_starts_without_the_heavy_libraries() -> None:
    heavy = (
        "libcst",
        "astroid",
        "pandas",
        "numpy",
        "pyarrow",
        "wasmtime",
        "networkx",
        "jsonschema",
        "jinja2",
        "pebble",
    )
    program = f"import sys, cgr_audit.cli.app; print([name for name in {heavy} if name in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
