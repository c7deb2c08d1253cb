"""Lowering agrees with the host's own parser on real programs: other people's, and the host's standard library."""

from __future__ import annotations

import ast
import json
import sys
import sysconfig
import warnings
from collections.abc import Iterator
from pathlib import Path

import libcst
import pytest

from cgr_audit.source.lowering import lower_module

CORPUS = Path(__file__).parent.parent.parent / "corpus"
LIBRARY = Path(sysconfig.get_path("stdlib"))
POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")


def differs(text: str) -> bool | None:
    """Whether lowering makes another tree than the host; nothing if one of the two parsers refuses the text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            host = ast.parse(text)
            module = libcst.parse_module(text)
        except (SyntaxError, ValueError, libcst.ParserSyntaxError):
            return None
    lowered = lower_module(module, text)
    if sys.version_info < (3, 12):
        forget_positions_in_f_strings(host)
        forget_positions_in_f_strings(lowered)
    return ast.dump(host, include_attributes=True) != ast.dump(lowered, include_attributes=True)


def forget_positions_in_f_strings(tree: ast.Module) -> None:
    """Before 3.12 the host places what is inside f-strings wrongly."""
    for string in ast.walk(tree):
        if isinstance(string, ast.JoinedStr):
            for node in ast.walk(string):
                if node is not string and hasattr(node, "lineno"):
                    for attribute in POSITION:
                        setattr(node, attribute, 0)


def programs(data_folder: Path, name: str) -> Iterator[tuple[str, str]]:
    with (data_folder / name / "programs.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield row["id"], row["source"] or ""


@pytest.mark.parametrize(
    ("name", "every", "compared"), [("adas", 3, 58), ("cruxeval", 20, 40), ("reflexion", 40, 56), ("pot", 100, 99)]
)
def test_programs_that_models_wrote_are_read_as_the_host_reads_them(
    data_folder: Path, name: str, every: int, compared: int
) -> None:
    answers = {program: differs(text) for program, text in list(programs(data_folder, name))[::every]}
    assert [program for program, answer in answers.items() if answer] == []
    assert sum(answer is False for answer in answers.values()) == compared


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_the_projects_own_programs_are_read_as_the_host_reads_them(every: int) -> None:
    files = sorted([*CORPUS.glob("labelled/programs/**/*.py"), *CORPUS.glob("demo/programs/**/*.py")])[::every]
    answers = {path.name: differs(path.read_bytes().decode()) for path in files}
    assert [name for name, answer in answers.items() if answer] == []
    assert sum(answer is False for answer in answers.values()) > 0.9 * len(files) > 100


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "compared"), [("adas", 174), ("cruxeval", 800), ("reflexion", 2191), ("pal_aqua", 27), ("pot", 10028)]
)
def test_all_programs_that_models_wrote_are_read_as_the_host_reads_them(
    data_folder: Path, name: str, compared: int
) -> None:
    answers = {program: differs(text) for program, text in programs(data_folder, name)}
    assert [program for program, answer in answers.items() if answer] == []
    # A newer host may read more of them than 3.11 does.
    assert sum(answer is False for answer in answers.values()) >= compared


@pytest.mark.skipif(
    (3, 12) <= sys.version_info < (3, 13), reason="3.12 leaves empty constants in format specifications"
)
@pytest.mark.parametrize("name", ["argparse", "ast", "dataclasses", "typing"])
def test_modules_of_the_standard_library_are_read_as_the_host_reads_them(name: str) -> None:
    assert differs((LIBRARY / f"{name}.py").read_text("utf-8")) is False


@pytest.mark.slow
@pytest.mark.skipif(
    (3, 12) <= sys.version_info < (3, 13), reason="3.12 leaves empty constants in format specifications"
)
def test_the_standard_library_and_its_tests_are_read_as_the_host_reads_them() -> None:
    answers: dict[str, bool | None] = {}
    for path in [
        *sorted(LIBRARY.glob("*.py")),
        *sorted(LIBRARY.glob("*/*.py")),
        *sorted(LIBRARY.glob("test/test_*.py")),
    ]:
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue
        answers[str(path.relative_to(LIBRARY))] = differs(text)
    assert [name for name, answer in answers.items() if answer] == []
    assert sum(answer is False for answer in answers.values()) > 0.99 * len(answers) > 500
