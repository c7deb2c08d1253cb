"""The cells of a notebook as programs."""

from __future__ import annotations

import ast
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.source.collect import Skipped, Unreadable, collect
from cgr_audit.source.program import Program

pytestmark = pytest.mark.usefixtures("working_folder")


def code(source: object) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "metadata": {}, "outputs": [], "execution_count": None}


def notebook(path: Path, *cells: object, **others: Any) -> Path:
    document = {"nbformat": 4, "metadata": {"language_info": {"name": "python"}}, "cells": list(cells), **others}
    path.write_text(json.dumps(document), "utf-8")
    return path


def programs(path: Path) -> list[Program]:
    return [found for found in collect([path]) if isinstance(found, Program)]


def test_each_code_cell_is_a_program_named_by_its_number_among_all_cells(tmp_path: Path) -> None:
    text = {"cell_type": "markdown", "source": "# Title"}
    path = notebook(tmp_path / "n.ipynb", text, code(["x = 1\n", "y = 2"]), code("  \n"), code("z = 3"))
    assert programs(path) == [
        Program("n.ipynb#cell-2", f"{path.name}#cell-2", b"x = 1\ny = 2"),
        Program("n.ipynb#cell-4", f"{path.name}#cell-4", b"z = 3"),
    ]


@pytest.mark.parametrize(
    ("source", "taken"),
    [
        ("%matplotlib inline\nx = 1", "# %matplotlib inline\nx = 1"),
        ("!pip install a\nx = 1", "# !pip install a\nx = 1"),
        ("!pip install a \\\n    b\nx = 1", "# !pip install a \\\n#     b\nx = 1"),
        ("if a:\n    !ls\n", "if a:\n    pass  # !ls\n"),
        ("x?\n?x\nx.y??", "# x?\n# ?x\n# x.y??"),
        ("files = !ls\nprint(files)", "files = ...  # !ls\nprint(files)"),
        ("if a:\n    b, c = %sql x \\\n y", "if a:\n    b, c = ...  # %sql x \\\n#  y"),
        ('t = """\na = !ls\n"""', 't = """\na = !ls\n"""'),
        ("%%time\nx = 1", "# %%time\nx = 1"),
        ('t = """\n%d items\n!\n"""', 't = """\n%d items\n!\n"""'),
        ("a = (b\n!= c)\nd = (e\n% f)", "a = (b\n!= c)\nd = (e\n% f)"),
    ],
)
def test_lines_that_only_ipython_reads_become_comments(tmp_path: Path, source: str, taken: str) -> None:
    [program] = programs(notebook(tmp_path / "n.ipynb", code(source)))
    assert program.data.decode() == taken
    ast.parse(taken)
    original = hashlib.sha256(source.encode()).hexdigest()
    assert program.derived_from == (None if source == taken else original)


def test_a_cell_in_another_language_is_skipped_and_named(tmp_path: Path) -> None:
    path = notebook(tmp_path / "n.ipynb", code("%%bash\nls"), code("x = 1"))
    skipped: list[Skipped] = []
    assert [found.path for found in collect([path], on_skip=skipped.append)] == [f"{path.name}#cell-2"]
    assert skipped == [Skipped(f"{path.name}#cell-1", "a cell for %%bash, not in Python")]


def test_an_old_notebook_keeps_its_cells_in_worksheets(tmp_path: Path) -> None:
    cells = [{"cell_type": "code", "input": ["x = 1"], "language": "python"}]
    path = notebook(tmp_path / "n.ipynb", nbformat=3, worksheets=[{"cells": cells}])
    assert [program.data for program in programs(path)] == [b"x = 1"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not a notebook that can be read: it is not JSON"),
        ("[" * 100_000, "not a notebook that can be read: it is not JSON"),
        ("[]", "not a notebook: it has no cells"),
        ("{}", "not a notebook: it has no cells"),
        ('{"cells": [], "metadata": {"kernelspec": {"language": "R"}}}', "a notebook in 'r', not in Python"),
        ('{"cells": ' + "[" + "[]," * 3_000_000 + "[]]}", "more than 2,000,000 values, the limit of one record"),
    ],
)
def test_what_is_not_a_notebook_in_python_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "n.ipynb"
    path.write_text(text, "utf-8")
    assert list(collect([path])) == [Unreadable(path.name, said)]


@pytest.mark.parametrize("cell", [None, 1, "x", {}, {"cell_type": "code"}, code(1), code([1, None]), code({"a": 1})])
def test_a_damaged_cell_costs_only_itself(tmp_path: Path, cell: object) -> None:
    path = notebook(tmp_path / "n.ipynb", cell, code("x = 1"))
    assert [program.program_id for program in programs(path)] == ["n.ipynb#cell-2"]


def test_a_notebook_inside_a_folder_is_not_one_of_its_python_files(tmp_path: Path) -> None:
    notebook(tmp_path / "n.ipynb", code("x = 1"))
    assert list(collect([tmp_path])) == []
