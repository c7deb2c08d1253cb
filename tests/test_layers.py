"""The direction of dependencies: nothing upstream imports what is downstream of it, and start-up stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import networkx

PACKAGE = Path(__file__).resolve().parent.parent / "cgr_audit"
ORDER = (
    "source", "analysis", "audit", "gate", "records", "solvers", "sandbox", "cluster", "extractors", "execution",
    "tables", "accuracy", "scorecards", "asking", "page", "formats", "api", "cli",
    "inspect",
)  # fmt: skip
"""The folders in the order in which data flows; a folder imports from itself and from those before it."""


@cache
def imports(path: Path) -> tuple[tuple[ast.Import | ast.ImportFrom, bool], ...]:
    """Every import of a module, wherever in it, and whether it is there only for types."""
    found: list[tuple[ast.Import | ast.ImportFrom, bool]] = []
    pending: list[tuple[ast.AST, bool]] = [(ast.parse(path.read_text("utf-8")), False)]
    while pending:
        node, for_types = pending.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.append((node, for_types))
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            pending.extend((child, True) for child in node.body)
            pending.extend((child, for_types) for child in node.orelse)
        elif not isinstance(node, ast.expr):
            pending.extend((child, for_types) for child in ast.iter_child_nodes(node))
    return tuple(found)


def imported_folders(path: Path) -> set[str]:
    names: set[str] = set()
    for node, _ in imports(path):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif node.module:
            names.add(node.module)
    return {name.split(".")[1] for name in names if name.startswith("cgr_audit.") and len(name.split(".")) > 1}


def modules() -> list[Path]:
    return [path for folder in ORDER for path in sorted((PACKAGE / folder).rglob("*.py")) if "guest" not in path.parts]


def test_a_module_imports_nothing_downstream_of_it() -> None:
    everywhere = {
        "cache_file",
        "cache_folder",
        "configuration_file",
        "errors",
        "identifiers",
        "plural",
        "regular_file",
        "safe_start",
        "json_faults",
        "notebook",
        "schema",
        "schema_faults",
        "spreadsheet",
        "thread_stack",
        "value_words",
        "version",
        "control_characters",
    }
    faults = {}
    for path in modules():
        upstream = ORDER[: ORDER.index(path.relative_to(PACKAGE).parts[0]) + 1]
        if downstream := imported_folders(path) - everywhere - set(upstream):
            faults[str(path.relative_to(PACKAGE))] = downstream
    assert faults == {}


def test_every_folder_of_the_package_has_its_place_in_the_order() -> None:
    folders = {path.parent.relative_to(PACKAGE).parts[0] for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE}
    assert folders == set(ORDER)


def test_only_the_command_line_knows_typer_and_only_it_and_the_terminal_format_know_rich() -> None:
    for path in modules():
        roots = {
            (node.module or "").split(".")[0] if isinstance(node, ast.ImportFrom) else alias.name.split(".")[0]
            for node, _ in imports(path)
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


def imported_modules(path: Path, known: set[str]) -> set[str]:
    """The modules of the package that a module imports, wherever in it; those only for types are none."""
    names: set[str] = set()
    for node, for_types in imports(path):
        if for_types:
            continue
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif node.module is not None:
            names.update([node.module, *(f"{node.module}.{alias.name}" for alias in node.names)])
    return names & known


def test_no_modules_import_each_other_in_a_circle() -> None:
    files = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path
        for path in modules()
        if path.name != "__init__.py"
    }
    imports = {name: imported_modules(path, set(files)) for name, path in files.items()}
    assert "cgr_audit.accuracy.rows.answer_columns" in imports["cgr_audit.accuracy.rows.table"]
    graph = networkx.DiGraph([(name, other) for name, others in imports.items() for other in others])
    circles = [sorted(circle) for circle in networkx.strongly_connected_components(graph) if len(circle) > 1]
    assert circles == []
