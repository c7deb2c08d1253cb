"""The code cells of a Jupyter notebook: each that holds Python is a program."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cgr_audit.regular_file import open_regular
from cgr_audit.source.budget import record_fault
from cgr_audit.source.code_map import CodeMap
from cgr_audit.source.collected import PROGRAM_LIMIT, OnSkip, Skipped, Unreadable, reason_of, too_large
from cgr_audit.source.program import Program

__all__ = ["programs_in_notebook"]

_NOTEBOOK_BYTES = 64 * 1024 * 1024
"""The largest notebook that is read; pictures in it count."""
_PYTHON_MAGICS = frozenset({"time", "timeit", "capture", "prun", "python", "python3", "pypy"})
"""Cell magics whose cells hold Python."""
_CELL_MAGIC = re.compile(r"%%(\w+)")
_COMMAND = re.compile(r"[ \t]*(%{1,2}[A-Za-z_]|!(?!=)|\?|[\w.]+\?{1,2}[ \t]*$)")
"""How a line begins that IPython reads, and Python does not."""
_ASSIGNED = re.compile(r"[ \t]*[A-Za-z_]\w*(?:[ \t]*,[ \t]*[A-Za-z_]\w*)*[ \t]*=[ \t]*(%[A-Za-z_]|!)")
"""The same for a command whose output is assigned: ``files = !ls``."""


def programs_in_notebook(path: Path, on_skip: OnSkip) -> Iterator[Program | Unreadable]:
    """The code cells of a notebook, in their order, with ids such as ``notes.ipynb#cell-3``; cells count from 1.

    Lines for IPython (``%matplotlib inline``, ``!pip install x``) become comments, so that line numbers are the cell's.
    Cells in another language are skipped.
    """
    where = path.as_posix()
    notebook = _notebook(path)
    if isinstance(notebook, str):
        yield Unreadable(where, notebook)
        return
    language = _language(notebook)
    if language and not language.startswith(("python", "ipython")):
        yield Unreadable(where, f"a notebook in {language!r}, not in Python")
        return
    for number, cell in enumerate(_cells(notebook), start=1):
        place = f"{where}#cell-{number}"
        text = _code(cell)
        if text is None or not text.strip():
            continue
        magic = _CELL_MAGIC.match(text)
        if magic is not None and magic[1] not in _PYTHON_MAGICS:
            on_skip(Skipped(place, f"a cell for %%{magic[1]}, not in Python"))
            continue
        yield _program(f"{path.name}#cell-{number}", place, text)


def _program(program_id: str, place: str, text: str) -> Program | Unreadable:
    original = text.encode("utf-8", "surrogatepass")
    data = _without_commands(text).encode("utf-8", "surrogatepass")
    if len(data) > PROGRAM_LIMIT:
        return Unreadable(place, too_large())
    derived_from = hashlib.sha256(original).hexdigest() if data != original else None
    return Program(program_id, place, data, derived_from=derived_from)


def _notebook(path: Path) -> Mapping[str, Any] | str:
    """The document, or why it is not a notebook."""
    try:
        with open_regular(path) as stream:
            data = stream.read(_NOTEBOOK_BYTES + 1)
        fault = record_fault(data, _NOTEBOOK_BYTES)
        if fault is not None:
            return fault
        document = json.loads(data.decode("utf-8-sig"))
    except OSError as error:
        return reason_of(error)
    except (ValueError, RecursionError):
        return "not a notebook that can be read: it is not JSON"
    if not isinstance(document, dict) or not ("cells" in document or "worksheets" in document):
        return "not a notebook: it has no cells"
    return document


def _language(notebook: Mapping[str, Any]) -> str:
    metadata = _mapping(notebook.get("metadata"))
    named = _mapping(metadata.get("kernelspec")).get("language") or _mapping(metadata.get("language_info")).get("name")
    return named.lower() if isinstance(named, str) else ""


def _cells(notebook: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All cells; before version 4 of the format they were kept in worksheets."""
    holders = [notebook, *map(_mapping, _sequence(notebook.get("worksheets")))]
    return (_mapping(cell) for holder in holders for cell in _sequence(holder.get("cells")))


def _code(cell: Mapping[str, Any]) -> str | None:
    if cell.get("cell_type") != "code":
        return None
    source = cell.get("source", cell.get("input"))
    lines = [source] if isinstance(source, str) else _sequence(source)
    return "".join(line for line in lines if isinstance(line, str))


def _without_commands(text: str) -> str:
    """The cell with each line that only IPython reads as a comment, behind a ``pass`` where it is indented.

    Of an assignment, the names stay bound: ``files = !ls`` is ``files = ...  # !ls``.
    """
    lines = text.split("\n")
    code = CodeMap(lines)
    written: list[str] = []
    continues = False
    for number, line in enumerate(lines, start=1):
        found, assigned = _COMMAND.match(line), _ASSIGNED.match(line)
        if continues:
            written.append(f"# {line}")
        elif assigned is not None and code.is_code(number, assigned.start(1)):
            written.append(f"{line[: assigned.start(1)]}...  # {line[assigned.start(1) :]}")
        elif found is not None and code.is_code(number, found.start(1)):
            indent = found.start(1)
            written.append(f"{line[:indent]}{'pass  ' if indent else ''}# {line[indent:]}")
        else:
            written.append(line)
            continue
        continues = line.endswith("\\")
    return "\n".join(written)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _sequence(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else ()
