"""``cgr-audit import``, ``init`` and ``contracts infer``: from one's own files to a package, and to figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.records.package import open_package
from cgr_audit.source.contract import load_contract

ITEMS = """id,question,A,B,C,D,answer
q1,Which gas makes yeast dough rise?,Oxygen,Carbon dioxide,Nitrogen,Hydrogen,B
q2,"Which metal is
liquid at room temperature?",Iron,Copper,Mercury,Tin,C
007,What is 2 + 3?,4,5,6,7,B
"""
PROGRAM = """def solve(question, options):
    listing = "\\n".join(f"{letter}. {text}" for letter, text in options.items())
    reply = ask_llm(f"{question}\\n{listing}\\nAnswer with a letter.")
    return {"answer": reply.strip()[:1]}
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table of items and a program for each, in which commands run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "items.csv").write_text(ITEMS)
    (tmp_path / "programs").mkdir()
    for name in ("q1", "q2", "007"):
        (tmp_path / "programs" / f"{name}.py").write_text(PROGRAM)
    return tmp_path


def test_from_a_table_and_a_folder_of_programs_to_the_accuracy_table(command: Any, here: Path) -> None:
    done = command("import", "items.csv", "--programs", "programs", "--out", "package")
    assert done.code == 0
    assert done.err.splitlines() == [
        "id ← id, question ← question, options ← A … D, gold ← answer",
        "item ← {item}.py (3 of 3 names)",
        "contract: proposed from the programs, which 3 of 3 fit (no built-in one fits any); read package/contract.toml "
        "before you rely on it",
        "3 items in 1 dataset, 3 programs · package",
    ]
    package = open_package(here / "package")
    assert [key.item_id for key in package.items] == ["007", "q1", "q2"]
    assert load_contract(package.contract).entry.supplied["options"] == "option_mapping"

    assert command("gate", "package", "--out", "verdicts.jsonl").code == 0
    done = command("run", "package", "--verdicts", "verdicts.jsonl", "--solver", "constant:B", "--out", "run")
    assert (done.code, "3 completed" in done.err) == (0, True)
    rows = {row.item_id: row for row in open_package(here / "run").results()}
    assert {row.solverLLM_assisted_ans for row in rows.values()} == {"B"}
    assert {row.solverLLM_baseline_ans for row in rows.values()} == {"B"}
    assert [rows[name].correct_ans for name in ("q1", "q2", "007")] == ["B", "C", "B"]
    assert command("join", "run", "--out", "tables", "--resamples", "100").code == 0


def test_a_column_that_programs_read_from_their_item_is_kept_unless_it_may_be_the_gold(
    command: Any, here: Path
) -> None:
    (here / "items.csv").write_text("id,question,A,B,topic,note,answer_note,answer\nq1,Which?,a,b,maths,n,x,B\n")
    program = "def solve(item):\n    return ask_llm(item['question'] + item['topic'] + item['answer_note'])\n"
    (here / "programs" / "q1.py").write_text(program)
    done = command("import", "items.csv", "--programs", "programs", "--out", "package")
    assert "programs read topic: kept as a field of the item" in done.err.splitlines()
    assert "not used: note, answer_note (--map FIELD=COLUMN keeps one as a field of the item)" in done.err.splitlines()
    [item] = open_package(here / "package").items.values()
    assert item.extra == {"topic": "maths"}


@pytest.mark.parametrize("names", [("0", "1", "2"), ("1", "2", "3"), ("u1", "u2")])
def test_the_programs_decide_which_ids_are_meant(command: Any, here: Path, names: tuple[str, ...]) -> None:
    has_ids = names[0].startswith("u")
    column = "id,uuid," if has_ids else ""
    rows = [f"{f'{number},u{number},' if has_ids else ''}Q{number}?,a,b,B" for number in (1, 2, 3)]
    (here / "items.csv").write_text("\n".join([f"{column}question,A,B,answer", *rows]) + "\n")
    for number, name in enumerate(names):
        (here / "named").mkdir(exist_ok=True)
        (here / "named" / f"{name}.py").write_text(f"{PROGRAM}# {number}\n")
    assert command("import", "items.csv", "--programs", "named", "--out", "package").code == 0
    package = open_package(here / "package")
    question = {item.item_id: item.question for item in package.items.values()}
    about = {package.program_bytes(one)[-2:-1].decode(): question[one.item_id] for one in package.programs}
    assert about == {str(number): f"Q{number + 1}?" for number in range(len(names))}


def test_programs_that_fit_two_ways_of_numbering_are_refused_with_both(command: Any, here: Path) -> None:
    (here / "items.csv").write_text("question,A,B,answer\nQ1?,a,b,B\nQ2?,a,b,B\nQ3?,a,b,B\n")
    (here / "named").mkdir()
    (here / "named" / "1.py").write_text(PROGRAM)
    done = command("import", "items.csv", "--programs", "named", "--out", "package")
    said = (
        "two readings are possible: id ← number of the row or id ← number of the row, from 0; with each, 1 program or"
    )
    assert (done.code, done.err.startswith(f"cgr-audit: {said} answer is about an item.")) == (2, True)
    assert command("import", "items.csv", "--programs", "named", "--map", "id=#0", "--out", "package").code == 0
    assert [one.item_id for one in open_package(here / "package").programs] == ["1"]


def test_answers_that_people_have_become_result_rows(command: Any, here: Path) -> None:
    rows = [
        {"qid": "q1", "model": "small", "direct": "A", "assisted": "Carbon dioxide", "genAnswer": "b", "difficulty": 3},
        {"qid": "007", "model": "small", "direct": None, "assisted": "maybe", "genAnswer": "B", "difficulty": "7"},
        {"qid": "q9", "model": "small", "direct": "A", "assisted": "B", "genAnswer": "B", "difficulty": 1},
    ]
    (here / "answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = command("import", "items.csv", "--programs", "programs", "--results", "answers.jsonl",
                   "--contract", "cgr", "--out", "package")  # fmt: skip
    assert done.code == 0
    assert done.err.splitlines()[-3:] == [
        "id ← qid, solver ← model, direct ← direct, assisted ← assisted, generator_answer ← genAnswer, "
        "difficulty ← difficulty",
        "1 row about none of the items: left out; first answers.jsonl:3",
        "3 items in 1 dataset, 3 programs, 2 rows of answers · package",
    ]
    package = open_package(here / "package")
    assert (package.manifest.contract, package.solvers["small"].registered) == ("cgr", True)
    sha256 = {program.item_id: program.sha256 for program in package.programs}
    found = [(row.item_id, row.solverLLM_baseline_ans, row.solverLLM_assisted_ans, row.genLLM_ans,
              row.genLLM_difficulty, row.program_sha256) for row in package.results()]  # fmt: skip
    assert found == [("007", None, "maybe", "B", 7, sha256["007"]), ("q1", "A", "B", "B", 3, sha256["q1"])]


def test_bad_rows_stop_the_import_unless_they_may_be_left_out(command: Any, here: Path) -> None:
    (here / "items.csv").write_text(ITEMS + "q4,Why?,a,b,c,d,E\n")
    done = command("import", "items.csv", "--out", "package")
    assert (done.code, list(here.glob("*package*"))) == (4, [])
    assert done.err.splitlines()[1:] == [
        "items.csv:6: its gold, 'answer' = 'E', is not an option; it has A, B, C, D",
        "cgr-audit: 1 row is wrong; --skip-bad leaves it out",
    ]
    (here / "package").mkdir()  # an empty folder is as good as none
    done = command("import", "items.csv", "--out", "package", "--skip-bad")
    assert (done.code, done.err.splitlines()[-1]) == (0, "3 items in 1 dataset, 1 row left out · package")
    assert open_package(here / "package").manifest.contract == "cgr"


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--map", "question=text"], "items.csv: question: no column 'text'; it has 'id', 'question', 'A'"),
        (["--map", "programs.id=x"], "--map programs.id: there are no --programs"),
        (["--program-id", "{item}.py"], "--program-id: there are no --programs"),
        (["--dataset", "d", "--dataset-field", "id"], "--dataset names one dataset, --dataset-field the column"),
        (["--programs", "nowhere"], "nowhere: no such file or folder"),
        (["--programs", "programs", "--program-id", "{name}.py"], "--program-id {name}.py: write {item} once"),
        (["--contract", "nothing"], "no contract named 'nothing'"),
    ],
)
def test_options_that_fit_nothing_are_refused_in_one_line(
    command: Any, here: Path, options: list[str], error: str
) -> None:
    done = command("import", "items.csv", "--out", "package", *options)
    assert (done.code, done.err.splitlines()[-1].startswith(f"cgr-audit: {error}")) == (2, True)
    assert not (here / "package").exists()


def test_a_folder_that_holds_files_is_never_written_over(command: Any, here: Path) -> None:
    done = command("import", "items.csv", "--out", "programs")
    said = "cgr-audit: programs: it holds files already; import into a new folder, or remove it first\n"
    assert (done.code, done.err) == (2, said)


def test_a_contract_is_proposed_and_can_be_kept(command: Any, here: Path) -> None:
    done = command("contracts", "infer", "programs")
    line = "3 programs · 3 of 3 fit · entry solve · calls ask_llm · no built-in contract fits\n"
    assert (done.code, done.err) == (0, line)
    (here / "mine.toml").write_bytes(done.out)
    assert load_contract("mine.toml").solver.functions == {"ask_llm": ("prompt",)}

    assert command("init", "programs").code == 0
    assert (here / "contract.toml").read_bytes() == done.out
    again = command("init", "programs")
    said = "cgr-audit: contract.toml: already exists; give another --out, or remove it first\n"
    assert (again.code, again.err) == (2, said)
    assert command("init", "items.csv", "--out", "other.toml").code == 3
    assert command("contracts", "infer").code == 2
    assert command("contracts", "cgr", "adas").code == 2
