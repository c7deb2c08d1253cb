"""Prints what kind of text every row of the real program files is: a program, wrapped, several, or why it is none.

Usage: ``python benchmarks/artifacts.py [DATA_FOLDER]``; by default the folder that ``CGR_AUDIT_DATA`` names.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from pathlib import Path

from cgr_audit.source.collect import Unreadable, collect
from cgr_audit.source.parse import ParseFailure, is_program, parse
from cgr_audit.source.syntax_cause import encoding_cause, syntax_cause
from cgr_audit.source.text import decode
from cgr_audit.source.unwrap import unwrap

FILES = ("adas", "pot", "reflexion", "pal_aqua", "cruxeval")


def main() -> None:
    """Print one block for each file."""
    default = os.environ.get("CGR_AUDIT_DATA", str(Path(__file__).resolve().parent.parent.parent / "shared" / "data"))
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else default)
    if not folder.is_dir():
        sys.exit(f"no data folder at {folder}; name one, or set CGR_AUDIT_DATA")
    for name in FILES:
        path = folder / name / "programs.jsonl"
        started = time.perf_counter()
        counts = Counter(
            _kind(found.data) if not isinstance(found, Unreadable) else "unreadable" for found in collect([path])
        )
        took = time.perf_counter() - started
        print(f"{name}: {counts.total()} rows, {counts.total() / took:.0f} a second")
        for kind, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            print(f"  {count:6}  {kind}")


def _kind(data: bytes) -> str:
    source = decode(data)
    if source.problem is not None:
        return f"CGR001 {encoding_cause(source).kind.value}"
    failure = parse(source.text)
    if not isinstance(failure, ParseFailure):
        return "a program"
    found = unwrap(source.text, is_program)
    if found.sole is not None:
        return "CGR002, one program inside"
    several = f" + CGR004, {len(found.programs)} programs run together" if found.programs else ""
    return f"CGR001 {syntax_cause(source.text, failure, found).kind.value}{several}"


if __name__ == "__main__":
    main()
