"""Rows from folders as CodeMind's authors keep them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.scorecards.codemind.authors_layout import read_layout
from cgr_audit.scorecards.codemind.authors_programs import program_in


def put(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


TRUTH = {
    "dataset/mbpp/11/main.py": "def f(x):\n    return x + 1\n",
    "dataset/mbpp/11/input.txt": "f(1)\n",
    "dataset/mbpp/11/output.txt": "2",
    "dataset/mbpp/11/assert.txt": "assert f(1) == 2",
    "dataset/mbpp/12/output.txt": "'a'",
    "dataset/Avatar/Avatar-Java/p1/Main.java": "class Main {}",
    "dataset/Avatar/Avatar-Java/p1/output.txt": "5\r\n",
}


def said(record: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(record[name] for name in ("task", "benchmark", "model", "id", "expected", "predicted", "response"))


def test_predictions_stand_by_benchmark_and_model_or_by_model_and_benchmark(tmp_path: Path) -> None:
    root = put(
        tmp_path / "CodeMind",
        {
            **TRUTH,
            "Results/IER/MBPP/GPT_4/11/predict.txt": "\r\n2\r\n",
            "Results/IER/MBPP/GPT_4/11/gpt_cot.txt": "so <<<Output>>>3",
            "Results/IER/MBPP/GPT_4/12/gpt_cot.txt": "so <<<Output>>>a",
            "Results/IER/Avatar/Avatar-Java/Llama/p1/raw_output.txt": "<<<Output>>>5",
            "Experiment_Results/IER/gpt-4/mbpp/11/response.txt": "<<<Output>>>2[END-OF-RESPONSE]",
        },
    )
    read = read_layout(root)
    assert [said(record) for record in read.records] == [
        ("ier", "mbpp", "gpt-4", "11", "2", None, "<<<Output>>>2[END-OF-RESPONSE]"),
        ("ier", "Avatar-Java", "Llama", "p1", "5\n", None, "<<<Output>>>5"),
        ("ier", "mbpp", "GPT_4", "11", "2", "\n2\n", "so <<<Output>>>3"),
        ("ier", "mbpp", "GPT_4", "12", "'a'", None, "so <<<Output>>>a"),
    ]
    assert read.bad == ()
    assert read.places[0] == str(root / "Experiment_Results/IER/gpt-4/mbpp/11")
    assert [(source.path, source.rows) for source in read.sources] == [
        (str(root / "Experiment_Results/IER/gpt-4/mbpp"), 1),
        (str(root / "Results/IER/Avatar/Avatar-Java/Llama"), 1),
        (str(root / "Results/IER/MBPP/GPT_4"), 2),
    ]
    first = read.records[0]
    assert (first["program"], first["input"], first["tests"]) == (
        "def f(x):\n    return x + 1\n", "f(1)", "assert f(1) == 2",
    )  # fmt: skip


def test_a_part_of_the_repository_finds_the_benchmarks_above_it(tmp_path: Path) -> None:
    root = put(tmp_path / "CodeMind", {**TRUTH, "Results/IER/MBPP/GPT_4/11/predict.txt": "2"})
    whole = read_layout(root)
    for part in ("Results", "Results/IER", "Results/IER/MBPP", "Results/IER/MBPP/GPT_4"):
        assert read_layout(root / part).records == whole.records


def test_results_alone_are_read_with_a_folder_of_true_outputs(tmp_path: Path) -> None:
    put(tmp_path, {"truth/1/output.txt": "7", "mine/1/predict.txt": "7", "mine/2/predict.txt": "8", "mine/3/notes": ""})
    read = read_layout(tmp_path / "mine", tmp_path / "truth")
    assert [said(record) for record in read.records] == [
        ("ier", "truth", "mine", "1", "7", "7", None),
        ("ier", "truth", "mine", "2", None, "8", None),
        ("ier", "truth", "mine", "3", None, None, None),
    ]


def test_a_folder_with_a_dot_is_none_of_a_program_as_for_the_authors(tmp_path: Path) -> None:
    put(tmp_path, {"truth/1/output.txt": "7", "mine/1/predict.txt": "7", "mine/.cache/predict.txt": "8"})
    assert [record["id"] for record in read_layout(tmp_path / "mine", tmp_path / "truth").records] == ["1"]


def test_der_has_the_models_own_program(tmp_path: Path) -> None:
    case = "Experiment_Results/DER/Synthesis/gpt-4/mbpp/11"
    files = {f"{case}/response.txt": "<<<Output>>>2", f"{case}/main.py": "def f(x):\n    return 2\n"}
    (record,) = read_layout(put(tmp_path, {**TRUTH, **files})).records
    assert said(record) == ("der", "mbpp", "gpt-4", "11", "2", None, "<<<Output>>>2")
    assert record["generated_program"] == "def f(x):\n    return 2\n"
    assert (record["program"], record["tests"]) == ("def f(x):\n    return x + 1\n", "assert f(1) == 2")


def asked(text: str, **fields: Any) -> str:
    line = {"problem_name": "11", "generated_code": text, "input_data": "f(1)", "expected_output": "2"}
    return json.dumps({**line, "assertion": "assert f(2) == 3", **fields}) + "\n"


def test_programs_that_were_asked_for_are_sr_with_the_setting_of_their_file(tmp_path: Path) -> None:
    code = "```python\ndef f(x):\n    return x + 1\n\nprint(f(1))\nassert f(1) == 2\n# so\n```"
    root = put(
        tmp_path,
        {
            **TRUTH,
            "Results/SR/GPT_4/MBPP/noTest.jsonl": asked(code) + asked("I cannot.", problem_name="99", assertion=None),
            "Results/SR/GPT_4/MBPP/misleadingTest.jsonl.json": asked(code, problem_name="12"),
        },
    )
    read = read_layout(root)
    assert [(record["task"], record["model"], record["id"], record["setting"]) for record in read.records] == [
        ("sr", "GPT_4", "12", "misleading_test"), ("sr", "GPT_4", "11", "no_test"), ("sr", "GPT_4", "99", "no_test"),
    ]  # fmt: skip
    program = "from typing import *\ndef f(x):\n    return x + 1\n\n"
    assert [record.get("generated_program") for record in read.records] == [program, program, None]
    assert [record["tests"] for record in read.records] == ["assert f(2) == 3", "assert f(1) == 2", None]
    assert read.places == [
        f"{root}/Results/SR/GPT_4/MBPP/misleadingTest.jsonl.json:1",
        f"{root}/Results/SR/GPT_4/MBPP/noTest.jsonl:1",
        f"{root}/Results/SR/GPT_4/MBPP/noTest.jsonl:2",
    ]


@pytest.mark.parametrize(
    ("response", "code"),
    [
        ("```python\nx = 1\n```", "x = 1\n"),
        ("Sure!\n```\nx = 1\n```\nand\n```python\ny = 2\n```", "x = 1\n"),
        ("```python\nold\n```\n### Response:\n```python\nx = 1\n```", "x = 1\n"),
        ("Enclose in [python] and [/python].\n\nResponse:\n[python]\nx = 1\n[/python]", "x = 1\n"),
        ("```python\nx = 1\n", "x = 1\n"),
    ],
)
def test_the_program_is_the_first_block_of_the_response(response: str, code: str) -> None:
    assert program_in(response) == f"from typing import *\n{code}"


def test_a_response_without_a_block_holds_no_program() -> None:
    assert program_in("def f(x): return 1") is None


def test_what_cannot_be_read_is_told_with_its_place_and_the_rest_is_read(tmp_path: Path) -> None:
    results = "Results/IER/MBPP/GPT_4"
    root = put(
        tmp_path,
        {
            **TRUTH,
            f"{results}/11/predict.txt": b"\xff",
            f"{results}/12/predict.txt": "a",
            "Results/SR/GPT_4/MBPP/noTest.jsonl": '{"problem_name": 1}\n[1]\nno\n',
        },
    )
    read = read_layout(root)
    assert [record["id"] for record in read.records] == ["12"]
    places = [line.split(": ")[0] for line in read.bad]
    asked_for = f"{root}/Results/SR/GPT_4/MBPP/noTest.jsonl"
    assert places == [f"{root}/{results}/11", f"{asked_for}:1", f"{asked_for}:2", f"{asked_for}:3"]


def test_the_same_row_twice_is_bad(tmp_path: Path) -> None:
    line = asked("```python\nx = 1\n```")
    root = put(tmp_path, {**TRUTH, "Results/SR/GPT_4/MBPP/noTest.jsonl": line + line})
    read = read_layout(root)
    path = f"{root}/Results/SR/GPT_4/MBPP/noTest.jsonl"
    assert len(read.records) == 1
    assert read.bad == (
        f"{path}:2: /id: the same id, benchmark, model, task, setting, prompting as {path}:1; keep one of the two",
    )


def test_without_benchmarks_or_results_the_reason_is_one_line(tmp_path: Path) -> None:
    put(tmp_path, {"empty/x": "", "mine/a/1/predict.txt": "7"})
    with pytest.raises(UsageError, match="dataset: no such folder; --truth names the folder of benchmarks"):
        read_layout(tmp_path / "mine")
    with pytest.raises(UsageError, match=r"empty: holds no folder BENCHMARK/ID with an output.txt"):
        read_layout(tmp_path / "mine", tmp_path / "empty")
    put(tmp_path, TRUTH)
    with pytest.raises(NothingCollectedError, match="no results of CodeMind"):
        read_layout(tmp_path / "empty", tmp_path / "dataset")
    with pytest.raises(UsageError, match="its path names none of the benchmarks of"):
        read_layout(tmp_path / "mine", tmp_path / "dataset")


def test_the_same_tree_gives_the_same_digests(tmp_path: Path) -> None:
    for name in ("one", "two"):
        put(tmp_path / name, {**TRUTH, "Results/IER/MBPP/GPT_4/11/predict.txt": "2"})
    digests = {read_layout(tmp_path / name).sources[0].sha256 for name in ("one", "two")}
    assert len(digests) == 1
