"""Prompts as data: filled in once, known by a digest, and own ones held to the built-in one's placeholders."""

from __future__ import annotations

from pathlib import Path

import pytest

from cgr_audit.asking.prompts import Prompt, load_prompts
from cgr_audit.errors import UsageError
from cgr_audit.schema import record_faults
from cgr_audit.scorecards.asked_rows import asked_notes


@pytest.fixture
def built_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "built-in"
    write(folder / "prompts" / "system" / "plain.toml", "Say {word} or {this}.")
    monkeypatch.setattr("importlib.resources.files", lambda _package: folder)
    return folder


def write(path: Path, template: str, placeholders: str = '["word"]', version: int = 1) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'version = {version}\ntemplate = """{template}"""\nplaceholders = {placeholders}\n')


def test_only_placeholders_are_filled_in_and_only_once() -> None:
    prompt = Prompt("p", 1, "{word} {other} {word}", ("word",), "")
    assert prompt.filled({"word": "{word}{other}"}) == "{word}{other} {other} {word}{other}"


def test_own_prompts_are_used_instead_and_have_another_digest(built_in: Path, tmp_path: Path) -> None:
    write(tmp_path / "own" / "plain.toml", "Please say {word}.")
    before, own = load_prompts("system")["plain"], load_prompts("system", tmp_path / "own")["plain"]
    assert (before.template, own.template) == ("Say {word} or {this}.", "Please say {word}.")
    assert before.digest != own.digest


@pytest.mark.parametrize(
    ("name", "template", "placeholders", "said"),
    [
        ("plain", "Say nothing.", "[]", "placeholders must be word"),
        ("plain", "Say nothing.", '["word"]', "the template has no {word}"),
        ("other", "Say {word}.", '["word"]', "no prompt of that name; there are: plain"),
        ("plain", "Say {word}.", '"word"', "placeholders must be a list of names"),
    ],
)
def test_a_prompt_that_cannot_be_used_is_one_line(
    built_in: Path, tmp_path: Path, name: str, template: str, placeholders: str, said: str
) -> None:
    write(tmp_path / "own" / f"{name}.toml", template, placeholders)
    with pytest.raises(UsageError) as error:
        load_prompts("system", tmp_path / "own")
    assert said in str(error.value)
    assert str(tmp_path / "own" / f"{name}.toml") in str(error.value)


def test_rows_of_two_versions_of_a_prompt_are_not_mixed_without_a_line() -> None:
    rows = [{"prompts": {"p": "a" * 64}}, {"prompts": {"p": "b" * 64}}, {"prompts": {"p": "b" * 64}}]
    assert list(asked_notes(rows)) == [
        "These figures mix 2 versions of the prompt 'p': aaaaaaaaaaaa in 1 row, bbbbbbbbbbbb in 2 rows."
    ]
    assert list(asked_notes([*rows[1:], {"prompts": {"p": None, "q": "c" * 64}}])) == []  # as Parquet has it


def test_rows_without_a_usable_response_are_counted() -> None:
    rows = [{"status": "unparsed"}, {"status": "answered"}, {"status": "no_text"}, {}]
    assert list(asked_notes(rows)) == [
        "2 rows without a response of the form that was asked for: no text 1, unparsed 1."
    ]


@pytest.mark.parametrize("system", ["codemind", "retraceqa", "clr_bench", "codesteps"])
def test_rows_from_parquet_may_have_prompts_without_a_digest(system: str) -> None:
    assert not [fault for fault in record_faults(f"{system}_row", {"prompts": {"p": None}}) if "prompts" in fault]
