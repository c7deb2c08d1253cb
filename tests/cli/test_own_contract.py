"""A contract of one's own from end to end: the worked example of ``docs/contracts.md``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cgr_audit.audit import workers
from cgr_audit.cli import audit_session
from cgr_audit.cli.app import app
from cgr_audit.errors import UsageError
from cgr_audit.execution.paths import channels_of
from cgr_audit.source.contract import load_contract

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "contracts.md"
ITEM = {"question": "Which?", "options": [{"id": "A", "text": "one"}, {"id": "B", "text": "two"}], "page": 3}


def example(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found.group(1)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(example("toml"), "utf-8")
    (tmp_path / "item.json").write_text(json.dumps(ITEM), "utf-8")
    (tmp_path / "programs").mkdir()
    return tmp_path


def write(folder: Path, source: str) -> None:
    (folder / "programs" / "p.py").write_text(source, "utf-8")


def findings(folder: Path) -> list[str]:
    done = CliRunner().invoke(app, ["audit", "programs", "--contract", "mine.toml", "--format", "json", "--no-cache"])
    assert done.exit_code in (0, 1), done.output
    return [finding["code"] for finding in json.loads(done.stdout)["findings"]]


def executed(folder: Path, *more: str) -> dict[str, Any]:
    arguments = ["exec", "programs", "--contract", "mine.toml", "--solver", "constant:B", "--format", "json", *more]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    record: dict[str, Any] = json.loads(done.stdout)
    return record


def test_the_documented_program_is_clean_and_its_answer_is_read(folder: Path) -> None:
    write(folder, example("python"))
    assert findings(folder) == []
    record = executed(folder, "--item", "item.json")
    assert record["value"] == {"answer": "B", "reply": "B"}
    assert record["prompts"] == ["Which?\nA. one\nB. two\nAnswer with one letter."]
    assert (record["contract_broken"], record["error"]) == (False, None)
    assert channels_of(record["value"], load_contract("mine.toml")) == ("B", None, None)


@pytest.mark.parametrize(
    ("change", "code", "is_broken"),
    [
        (('result["answer"] = reply.strip()[:1]', 'result["answer"] = reply.strip()[:1] or "A"'), "CGR202", False),
        (('result["answer"] = reply.strip()[:1]', 'result["answer"] = "A"'), "CGR201", False),
        (('result["answer"] = reply.strip()[:1]', "print(reply)"), "CGR103", True),
        (("return result", 'return "B"'), "CGR103", True),
        (("temperature=0", "top_p=1"), "CGR106", None),
    ],
)
def test_what_the_document_says_of_other_programs_holds(
    folder: Path, change: tuple[str, str], code: str, is_broken: bool | None
) -> None:
    source = example("python").replace(*change)
    assert source != example("python")
    write(folder, source)
    assert code in findings(folder)
    record = executed(folder, "--item", "item.json")
    assert is_broken is None or record["contract_broken"] is is_broken


def test_an_items_own_fields_and_renamed_ones_reach_the_program(folder: Path) -> None:
    write(folder, 'def solve(item):\n    return {"answer": item["choices"][1]["id"], "page": item["page"]}\n')
    assert executed(folder, "--item", "item.json")["value"] == {"answer": "B", "page": 3}


@pytest.mark.parametrize("item", [{"nonsense": 1}, {}, {"question": None}, {"item_id": "x", "choices": ["a"]}])
def test_an_item_with_nothing_that_programs_are_given_is_refused(folder: Path, item: dict[str, Any]) -> None:
    write(folder, example("python"))
    (folder / "item.json").write_text(json.dumps(item), "utf-8")
    done = CliRunner().invoke(app, ["exec", "programs", "--solver", "constant:B", "--item", "item.json"])
    said = "item.json: the item has no 'question' or 'options', which is what the contract 'cgr' gives programs"
    assert (type(done.exception), str(done.exception)) == (UsageError, said)


def test_ones_own_contract_is_checked_and_printed_with_what_follows_from_it(folder: Path) -> None:
    done = CliRunner().invoke(app, ["contracts", "mine.toml"])
    assert done.exit_code == 0
    assert done.stdout.startswith(example("toml"))
    said = done.stdout.removeprefix(example("toml")).splitlines()[1:4]
    assert said == [
        "# The runner gives the entry: item, choices (the options), problem (the question).",
        "# A program may call: ask_llm(prompt, temperature=0.7).",
        "# It returns a mapping: answer (the solver's answer).",
    ]


def test_a_contract_that_can_never_work_is_one_line(folder: Path) -> None:
    text = example("toml").replace('"item"]', '"item", "foo"]')
    (folder / "mine.toml").write_text(text, "utf-8")
    done = CliRunner().invoke(app, ["contracts", "mine.toml"])
    assert isinstance(done.exception, UsageError)
    assert str(done.exception).startswith("mine.toml: /entry/parameters/3: nothing supplies 'foo'; ")


def test_a_contract_with_control_characters_is_printed_without_them(folder: Path) -> None:
    (folder / "mine.toml").write_text("# \u202e reversed\n" + example("toml"), "utf-8")
    done = CliRunner().invoke(app, ["contracts", "mine.toml"])
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0] == "# \\u202e reversed"


def test_one_deadline_holds_for_commands_and_workers() -> None:
    assert audit_session.DEADLINE == workers.DEADLINE
