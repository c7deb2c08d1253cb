"""Programs that models were asked for, as CodeMind's authors keep them: a line for each, in a file for each setting."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cgr_audit.records.json_text import RecordError, parsed_record
from cgr_audit.regular_file import read_regular
from cgr_audit.scorecards.codemind.case import Setting

__all__ = ["SETTINGS", "asked_programs", "program_in", "setting_of"]

SETTINGS = "noTest.jsonl, oneTest.jsonl or misleadingTest.jsonl"

_BY_NAME = {"notest": Setting.NO_TEST, "onetest": Setting.WITH_TEST, "misleadingtest": Setting.MISLEADING_TEST}
_MARKS = ("### Response", "@@ Response", "Response:")
"""What stands between the prompt and the response, where a model repeats its prompt."""
_BLOCK = re.compile(r"```(?:python)?[ \t]*\n(.*?)(?:```|\Z)|\[python\]\n(.*?)\[/python\]", re.DOTALL | re.IGNORECASE)
_LEFT_OUT = ("assert", "#", "print")
"""Lines at the left margin that begin so are no part of a program for the authors, who run it with their own tests."""
_IMPORTS = "from typing import *\n"
"""What the authors put before every program."""


def setting_of(path: Path) -> Setting | None:
    """The setting that a file's name stands for; nothing if it is no such file."""
    return _BY_NAME.get(path.name.partition(".")[0].lower())


def asked_programs(path: Path, bad: list[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The number of each line with a row of it; lines that are none are added to ``bad``."""
    for number, line in enumerate(read_regular(path).splitlines(), start=1):
        if not line.strip():
            continue
        place = f"{path}:{number}"
        try:
            record = parsed_record(line, place)
        except RecordError as error:
            bad.append(str(error))
            continue
        name, text = record.get("problem_name"), record.get("generated_code")
        if not isinstance(name, str | int) or not isinstance(text, str):
            bad.append(f"{place}: /problem_name: a line needs a problem_name and a generated_code")
            continue
        yield (
            number,
            {
                "id": str(name),
                "setting": str(setting_of(path)),
                "generated_program": program_in(text),
                "input": record.get("input_data"),
                "expected": record.get("expected_output"),
                "tests": record.get("assertion"),
            },
        )


def program_in(response: str) -> str | None:
    """The program in a model's response, made ready as the authors do; nothing if it holds no block of code."""
    for mark in _MARKS:
        response = response.rpartition(mark)[2]
    found = _BLOCK.search(response)
    if found is None:
        return None
    lines = (found[1] if found[1] is not None else found[2]).split("\n")
    return _IMPORTS + "\n".join(line for line in lines if not line.startswith(_LEFT_OUT))
