"""Files that are certainly something else than a program, by how they begin and what they are called.

Generated text may have any ending and need not parse: it stays a program, whose syntax errors are findings. A file is
refused only where its first bytes, or an ending together with a content that fits it, leave no doubt.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import PurePath
from types import MappingProxyType

__all__ = ["BEGINNING", "not_a_program"]

BEGINNING = 64 * 1024
"""How many bytes of a file tell what it is."""

_ROWS = "write one JSON object per program to a .jsonl file"
_LOG = "a log of Inspect, not a program; give it the ending .eval"
_JSON_LOG = "a log of Inspect as JSON, not a program; `inspect log convert --to eval` makes one that is read"
_UNPACK = "unpack it, and give what it holds"
_BYTES: Mapping[bytes, str] = MappingProxyType(
    {
        b"PAR1": "a Parquet file, not a program; give it the ending .parquet, and see --source-field",
        b"PK\x03\x04": "a zip archive, not a program; give it the ending .zip",
        b"\x1f\x8b": f"a file compressed by gzip, not a program; {_UNPACK} (rows may stay: .jsonl.gz)",
        b"BZh": f"a file compressed by bzip2, not a program; {_UNPACK}",
        b"\xfd7zXZ\x00": f"a file compressed by xz, not a program; {_UNPACK}",
        b"\x28\xb5\x2f\xfd": f"a file compressed by zstd, not a program; {_UNPACK}",
        b"7z\xbc\xaf\x27\x1c": f"a 7z archive, not a program; {_UNPACK}",
        b"Rar!\x1a\x07": f"a RAR archive, not a program; {_UNPACK}",
        b"%PDF-": "a PDF document, not a program",
        b"\x89PNG\r\n": "a PNG image, not a program",
        b"\xff\xd8\xff": "a JPEG image, not a program",
        b"GIF8": "a GIF image, not a program",
        b"RIFF": "a media file (RIFF), not a program",
        b"\x7fELF": "an executable file (ELF), not a program in Python",
        b"MZ\x90\x00": "an executable file of Windows, not a program in Python",
        b"\xcf\xfa\xed\xfe": "an executable file of macOS, not a program in Python",
        b"\xca\xfe\xba\xbe": "a Java class or an executable file of macOS, not a program in Python",
        b"\0asm": "a WebAssembly module, not a program in Python",
        b"SQLite format 3\0": "an SQLite database, not a program",
        b"\x89HDF\r\n": "an HDF5 file, not a program",
        b"ARROW1\0\0": "an Arrow file, not a program; write it as .parquet",
        b"\x93NUMPY": "a NumPy array, not a program",
        b"\xd0\xcf\x11\xe0": "a document of Microsoft Office, not a program",
        b"version https://git-lfs": "a pointer of Git LFS, not a program; run `git lfs pull`",
    }
)
"""How files begin that hold no text, or whose text has one meaning only."""
_TAR_MARK = (257, b"ustar")
_COMPILED_MARK = (2, b"\r\n")
_COMPILED = frozenset({".pyc", ".pyo"})
_SEPARATORS: Mapping[str, str] = MappingProxyType({".csv": ",", ".tsv": "\t"})
_LINES = frozenset({".ndjson", ".jsonlines", ".jl"})
_LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        ".c": "C", ".h": "C", ".cc": "C++", ".cpp": "C++", ".hpp": "C++", ".cs": "C#", ".css": "CSS", ".go": "Go",
        ".html": "HTML", ".java": "Java", ".js": "JavaScript", ".jl": "Julia", ".kt": "Kotlin", ".php": "PHP",
        ".rb": "Ruby", ".rs": "Rust", ".sh": "shell", ".sql": "SQL", ".swift": "Swift", ".ts": "TypeScript",
        ".xml": "XML", ".toml": "TOML", ".yaml": "YAML", ".yml": "YAML",
    }
)  # fmt: skip


def not_a_program(name: str, beginning: bytes) -> str | None:
    """What a file is if it is certainly not a program, and which command takes it; nothing if it may be one.

    Args:
        name: its name; ``*.py`` is always a program.
        beginning: its first ``BEGINNING`` bytes.
    """
    ending = PurePath(name).suffix.lower()
    if ending in {".py", ".pyw"}:
        return None
    kind = _by_bytes(ending, beginning)
    if kind is not None or b"\0" in beginning:
        return kind
    text = beginning.decode("utf-8", "replace").lstrip("\ufeff")
    if ending in {".json", ".eval", ".sarif"} and text.lstrip().startswith(("{", "[")):
        return _json(name, text)
    if ending in _LINES and _is_object(text.partition("\n")[0]):
        return "rows of JSON (one object to a line), not a program; give it the ending .jsonl, and see --source-field"
    if ending in _SEPARATORS:
        return _table(text, _SEPARATORS[ending], ending)
    if ending in _LANGUAGES and text.strip():
        return f"a text in {_LANGUAGES[ending]} by its ending, not a program in Python"
    return None


def _by_bytes(ending: str, beginning: bytes) -> str | None:
    if beginning.startswith(b"PK\x03\x04") and b"_journal/start.json" in beginning:
        return _LOG
    for mark, kind in _BYTES.items():
        if beginning.startswith(mark):
            return kind
    place, mark = _TAR_MARK
    if beginning[place:].startswith(mark):
        return f"a tar archive, not a program; {_UNPACK}"
    place, mark = _COMPILED_MARK
    if ending in _COMPILED and beginning[place:].startswith(mark):
        return "compiled Python, not its source; give the .py file that it was made from"
    return None


def _json(name: str, text: str) -> str:
    """What a JSON document is, by the keys near its beginning."""
    if '"eval"' in text and ('"samples"' in text or '"plan"' in text):
        return _JSON_LOG
    if name == "manifest.json" and '"sha256"' in text:
        return "a file of a trace package, not a program; give the folder that it is in"
    if '"rules_digest"' in text:
        return "an audit as JSON, not a program"
    if "sarif" in text[:1_000]:
        return "findings as SARIF, not a program"
    return f"a JSON document, not a program; {_ROWS}"


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _table(text: str, separator: str, ending: str) -> str | None:
    """A table by its first line; one column is not a table for certain."""
    try:
        columns = len(next(csv.reader([text.partition("\n")[0]], delimiter=separator), []))
    except csv.Error:
        return None
    if columns < 2:
        return None
    kind = ending.removeprefix(".").upper()
    return f"a table ({kind}) of {columns} columns, not a program; if one of them holds programs, {_ROWS}"
