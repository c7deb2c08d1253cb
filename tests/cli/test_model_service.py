"""A run whose solver is a model's service: what stops it, what it says meanwhile, and that it goes on from there."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.accuracy.extraction.tables import extraction_tables
from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.accuracy.join import join_package
from cgr_audit.accuracy.settings import Settings
from cgr_audit.cli.run_bar import RetryLines, RunBar
from cgr_audit.records.package import open_package
from cgr_audit.solvers.account import Account
from cgr_audit.solvers.openai import KEY_VARIABLE
from cgr_audit.solvers.service import Patience
from cgr_audit.source.contract import load_contract
from tests.scripted_service import Endpoint, completion

WHOLE = (200, completion("B"))


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    hasty = partial(Patience, tries=3, first_tries=2, first_wait_s=0, longest_wait_s=0.01, failures=4)
    monkeypatch.setattr("cgr_audit.solvers.openai.Patience", hasty)


@pytest.fixture
def run(command: Any, small_package: Path, finished: Path, tmp_path: Path, endpoint: Endpoint) -> Any:
    verdicts = shutil.copy(finished / "verdicts.jsonl", tmp_path)

    def run(*more: str, model: str = "small", address: str = endpoint.base_url, out: str = "out") -> Any:
        spec = f"openai:{address}#{model}"
        arguments = ("--solver", spec, "--verdicts", verdicts, "--jobs", "2", "--out", tmp_path / out, *more)
        return command("run", small_package, *arguments)

    return run


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_sampling_parameters_are_sent_and_each_sample_has_a_seed_of_its_own(
    run: Any, endpoint: Endpoint, tmp_path: Path
) -> None:
    generator = ("--control", "generator-alone", "--generator", f"openai:{endpoint.base_url}#large")
    sampling = ("--temperature", "0.2", "--max-tokens", "50", "--seed", "3")
    assert run(*generator, *sampling, "--control", "self-consistency:2").code == 0
    items = len(records(tmp_path / "out/items.jsonl"))
    sent = [body for _, _, body in endpoint.requests]
    sampled = [body for body in sent if body.get("temperature") == 0.7]
    assert sorted(body["seed"] for body in sampled) == [3] * items + [4] * items
    alone = [body for body in sent if body["model"] == "large"]
    assert [(body["temperature"], body["max_tokens"], body["seed"]) for body in alone] == [(0.2, 50, 3)] * items
    direct = [call for call in records(tmp_path / "out/calls.jsonl") if call["channel"] == "direct"]
    assert {json.dumps(call["parameters"]) for call in direct} == {'{"temperature": 0.2, "max_tokens": 50, "seed": 3}'}
    entry = open_package(tmp_path / "out").solvers[f"openai:{endpoint.base_url}#small"]
    assert (entry.provider, entry.model_id) == (endpoint.base_url, "small")
    assert entry.parameters == {"temperature": 0.2, "max_tokens": 50, "seed": 3}


@pytest.mark.parametrize("status", [401, 404])
def test_a_wrong_key_address_or_model_is_one_line_and_the_folder_takes_the_right_one(
    run: Any, endpoint: Endpoint, tmp_path: Path, status: int
) -> None:
    endpoint.answers = [(status, b"no such thing"), WHOLE]
    done = run(model="smal")
    assert (done.code, done.out) == (2, b"")
    assert done.err.splitlines()[-1] == (
        f"cgr-audit: {endpoint.base_url}/chat/completions: status {status}: no such thing; check the address, the "
        "model and the key in OPENAI_API_KEY"
    )
    assert len(endpoint.requests) == 1
    assert not (tmp_path / "out/results.jsonl").exists()
    assert run(model="small").code == 0


def test_an_address_where_nothing_answers_is_one_line(run: Any, tmp_path: Path) -> None:
    done = run(address="http://127.0.0.1:9/v1")
    assert done.code == 4
    assert "Connection refused; the first request failed, so nothing was run" in done.err.splitlines()[-1]
    assert "retrying" not in done.err
    assert not (tmp_path / "out/results.jsonl").exists()


def test_a_service_that_breaks_down_stops_the_run_and_the_same_command_resumes_it(
    run: Any, endpoint: Endpoint, tmp_path: Path
) -> None:
    endpoint.answers = [*[WHOLE] * 3, (529, b"overloaded")]
    done = run()
    assert done.code == 4
    lines = done.err.splitlines()
    assert lines[-2].startswith("retrying solver calls: server error, 1 retry since ")
    assert "4 calls in a row failed since " in lines[-1]
    assert lines[-1].endswith("status 529: overloaded); the run stopped: rerun the same command to resume")
    endpoint.answers = [WHOLE]
    answered = len(endpoint.requests)
    assert run().code == 0
    rows = records(tmp_path / "out/results.jsonl")
    calls = records(tmp_path / "out/calls.jsonl")
    assert {row["outcome"] for row in rows} == {"completed", "not_run", "refused"}
    assert len(endpoint.requests) - answered < len(calls)


def test_a_model_that_gives_no_text_is_counted_and_asked_once(run: Any, endpoint: Endpoint, tmp_path: Path) -> None:
    endpoint.answers = [(200, completion(None, "length")), (200, completion("B and", "length")), WHOLE]
    assert run().code == 0
    asked = len(endpoint.requests)
    assert run().code == 0
    assert len(endpoint.requests) == asked
    settings = Settings(resampling=Resampling(100))
    joined = join_package(open_package(tmp_path / "out"), load_contract("cgr"), settings)
    *_, table = extraction_tables(joined.extraction)
    counts = [{name: record[name] for name in ("no_text", "truncated", "failed")} for record in table.records]
    assert [sum(values) for values in zip(*(one.values() for one in counts), strict=True)] == [1, 1, 0]


def test_programs_run_by_themselves_stop_with_their_service(command: Any, endpoint: Endpoint, tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"{number}.py").write_text("def solve(question):\n    return llm_model(question, {}), 'B', 1\n")
    endpoint.answers = [WHOLE, (500, b"down")]
    done = command("exec", tmp_path, "--jobs", "1", "--solver", f"openai:{endpoint.base_url}#small", "--format", "json")
    assert done.code == 4
    assert "4 calls in a row failed since " in done.err.splitlines()[-1]
    assert len(done.out.splitlines()) < 9
    assert len(endpoint.requests) == 1 + 3 + 2 + 1 + 1


def test_another_run_asks_nothing_twice_and_no_key_is_kept_anywhere(
    run: Any, endpoint: Endpoint, tmp_path: Path, own_records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "sk-hush-hush")
    first = run()
    assert first.code == 0
    asked = len(endpoint.requests)
    assert f"{asked} solver calls, 0% cached, {13 * asked} tokens · " in first.err.splitlines()[-1]
    again = run(out="again")
    assert (again.code, len(endpoint.requests)) == (0, asked)
    assert f" · {asked} solver calls, 100% cached · " in again.err.splitlines()[-1]
    calls, calls_again = (records(tmp_path / out / "calls.jsonl") for out in ("out", "again"))
    assert [call.pop("cached") for call in calls] == [False] * asked
    assert [call.pop("cached") for call in calls_again] == [True] * asked
    assert calls == calls_again
    assert run("--no-cache", out="asked").code == 0
    assert len(endpoint.requests) == 2 * asked
    files = [path for folder in (tmp_path, own_records) for path in folder.rglob("*") if path.is_file()]
    assert any(path.name.startswith("responses-") for path in files)
    assert not [path for path in files if b"hush" in path.read_bytes()]
    assert "hush" not in first.err


def test_a_budget_stops_a_run_in_one_line_and_loses_nothing_that_was_paid(
    run: Any, endpoint: Endpoint, tmp_path: Path
) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text("[small]\nprompt = 1000\nresponse = 1000\n")
    done = run("--max-calls", "5", "--max-cost", "99", "--prices", str(prices), "--max-connections", "3")
    assert (done.code, len(endpoint.requests)) == (4, 5)
    assert done.err.splitlines()[-1] == (
        "cgr-audit: --max-calls 5 is reached (5 solver calls, 0% cached, 65 tokens, cost 0.0650); the run stopped: "
        "rerun the same command to resume"
    )
    resumed = run()
    assert resumed.code == 0
    asked = len(endpoint.requests)
    assert asked == len(records(tmp_path / "out/calls.jsonl"))
    assert run("--no-cache", "--max-tokens-total", str(13 * asked), out="exact").code == 0
    unpriced = run("--max-cost", "1", out="other")
    assert (unpriced.code, unpriced.err) == (
        2,
        "cgr-audit: --max-cost needs --prices FILE, which says what a model's tokens cost\n",
    )


def test_one_line_every_half_minute_says_what_is_retried(capsys: pytest.CaptureFixture[str]) -> None:
    times = iter([0.0, 1.0, 29.9, 30.0, 31.0, 100.0])
    say = RetryLines(clock=lambda: next(times))
    for what in ("a", "b", "c", "d", None, "e"):
        say(what)
    assert capsys.readouterr().err.splitlines() == ["a", "d", "e"]


def test_the_bar_on_a_terminal_says_what_is_retried_for_as_long_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    bar = RunBar()
    shown = bar._bar
    assert shown is not None
    bar.started(3, 0)
    for what in ("retrying requests", None):
        bar.retrying(what)
        assert shown.tasks[0].description == (what or "running")
    account = bar._account = Account(calls=3, cached=1, tokens=26)
    bar.finished()
    assert str(account) == "4 solver calls, 25% cached, 26 tokens"
    assert shown.tasks[0].fields["account"].endswith(f"/s · {account}")
    assert capsys.readouterr().err == ""


def test_the_cache_says_how_large_it_is_and_is_cleared(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CGR_AUDIT_CACHE", str(tmp_path))
    for name in ("audit", "responses"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kept").write_bytes(bytes(1_500_000))
    assert command("cache").out.decode().splitlines()[1].split() == [
        *("responses", "1.5", "MB", "responses", "of", "models"), str(tmp_path / "responses"),
    ]  # fmt: skip
    cleared = command("cache", "clear", "responses")
    assert (cleared.code, cleared.err) == (0, "1.5 MB removed\n")
    assert not list((tmp_path / "responses").iterdir())
    assert list((tmp_path / "audit").iterdir())
