"""A class named in an annotation opens nothing, unless the program can get at it there."""

from __future__ import annotations

import pytest

from tests.rules.finding_lines import findings_of

TYPES = {
    "a type that the checker alone imports": "from pathlib import Path\ndef f(a: Path):\n    return a\n",
    "one of several": "from pathlib import Path\ndef f(a: str | Path | None) -> Path:\n    return a\n",
    "inside a generic": "from pathlib import Path\na: dict[str, list[Path]] = {}\n",
    "inside an imported generic": "import typing\nfrom pathlib import Path\na: typing.Optional[Path] = None\n",
    "a frame": "import types\ndef f(a: types.FrameType) -> types.TracebackType:\n    return a\n",
    "beside fields of something else": "from pathlib import Path\ndef f(a: Path, row):\n    return row.fields['x']\n",
    "beside a plain getattr": "from pathlib import Path\ndef f(a: Path):\n    return getattr(a, 'name')\n",
}
REACHED = {
    "def f(a: open): pass\nf.__annotations__['a']('x').read()\n": [("CGR403", 1)],
    "def f(a: open): pass\n": [("CGR403", 1)],
    "def f(a, *b: open): pass\n": [("CGR403", 1)],
    "from dataclasses import dataclass, fields\n@dataclass\nclass C:\n    a: open\nfields(C)[0].type('x')\n": [
        ("CGR403", 4)
    ],
    "import os\na: os.environ['HOME'] = 1\n": [("CGR401", 1), ("CGR403", 2)],
    "import sys\ndef f(a: sys._getframe): pass\n": [("CGR404", 2)],
    "def f() -> [open][0]: pass\n": [("CGR403", 1)],
    "def f(a: open('x')): pass\n": [("CGR403", 1)],
}
READS = [
    "f.__annotations__['a']('x')", "f.__annotate__(1)", "getattr(f, '__anno' + 'tations__')", "vars(f)",
    "C.__dict__", "import inspect", "show = print\nshow(parts(C)[0].type)", "getattr(f, name)",
    "map(getattr, [f], ['x'])", "made.type", "getattr(made, 'type')", "from operator import attrgetter as of",
    "match f:\n    case object(__annotations__=a): pass", "globals()['__annotations__']",
    "class M(metaclass=N): pass", "class N:\n    def __ror__(self, other): return other",
    "class N:\n    def __class_getitem__(cls, other): return other",
]  # fmt: skip


def reaches(source: str) -> bool:
    return ("CGR403", 2) in findings_of("CGR4", source)


@pytest.mark.parametrize("source", TYPES.values(), ids=TYPES)
def test_a_type_in_an_annotation_reaches_nothing(source: str) -> None:
    assert [code for code, _ in findings_of("CGR4", source) if code != "CGR401"] == []


@pytest.mark.parametrize("source", REACHED)
def test_what_can_be_called_is_no_type_and_a_lookup_runs(source: str) -> None:
    assert sorted(set(findings_of("CGR4", source)) - {("CGR401", 1)}) == sorted(set(REACHED[source]) - {("CGR401", 1)})


@pytest.mark.parametrize("reading", READS)
def test_a_type_reaches_out_where_the_program_may_read_its_annotations(reading: str) -> None:
    assert reaches(f"from pathlib import Path\ndef f(a: Path): pass\n{reading}\n")


def test_a_type_reaches_out_as_the_key_of_an_own_object() -> None:
    assert reaches("from pathlib import Path\ndef f(a: kept[Path]): pass\nkept = {}\n")
