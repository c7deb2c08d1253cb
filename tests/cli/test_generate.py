"""``generate`` as people call it: what it says, a service that misbehaves, being killed, and `pipeline` after it."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.records.package import open_package
from cgr_audit.records.rows import Item
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from cgr_audit.solvers.service import Patience
from tests.scripted_service import Endpoint, Sent, completion

ASKS = "def solve(question, exp_config): return extract_answer(llm_model(question, exp_config)), 'A', 5"
FENCED = completion(f"Here you are.\n\n```python\n{ASKS}\n```\n", model="w-1", prompt_tokens=700, completion_tokens=40)
OPTIONS = ({"id": "A", "text": "salt"}, {"id": "B", "text": "sand"}, {"id": "C", "text": "soap"})


def package_of(folder: Path, number: int) -> Path:
    write_items(folder, [Item(f"i{one}", "d", f"What is {one}?", OPTIONS, ("B",)) for one in range(number)])
    write_programs(folder, [])
    write_solvers(folder, {})
    write_manifest(folder, name="asked", contract="cgr", created="2026-01-01")
    return folder


def generations(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "generations.jsonl").read_text("utf-8").splitlines()]


def asked(endpoint: Endpoint) -> Counter[str]:
    """How often the service got each request."""
    return Counter(json.dumps(body, sort_keys=True) for _, _, body in endpoint.requests)


def test_each_way_in_which_a_service_answers_is_counted_and_what_is_missing_is_named(
    command: Any, tmp_path: Path, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cgr_audit.solvers.openai.Patience", partial(Patience, first_wait_s=0, longest_wait_s=0.01))
    endpoint.answers = [
        (200, FENCED),
        (200, completion("I am sorry, but no.")),
        Sent(503, b"later", {"Retry-After": "0"}),
        (200, completion("def solve(", "length")),
        (200, completion(None)),
        (200, completion("It is B.")),
        (400, b'{"error": {"code": "content_filter", "message": "no"}}'),
        (200, FENCED),
    ]
    spec = f"openai:{endpoint.base_url}#w"
    arguments = ("--generator", spec, "--attempts", "1", "--max-connections", "1", "--jobs", "1")
    done = command("generate", package_of(tmp_path / "p", 7), *arguments, "--out", tmp_path / "out")
    *missing, last = [line for line in done.err.splitlines() if not line.startswith("retrying")]
    assert (done.code, done.out) == (0, b"")
    assert missing == [
        "d/i1 sample 0: no program: refused",
        "d/i2 sample 0: no program: truncated",
        "d/i3 sample 0: no program: empty",
        "d/i4 sample 0: no program in the reply",
        "d/i5 sample 0: no program: filtered",
    ]
    said = "2 programs of 7, 1 empty, 1 filtered, 1 no program, 1 refused, 1 truncated · 7 attempts, "
    assert last.startswith(said + "1,400 prompt and 80 response tokens · ")
    assert last.endswith(f" s · {tmp_path / 'out'}")
    first = generations(tmp_path / "out")[0]
    assert (first["finish_reason"], first["status"], first["latency_s"] > 0) == ("stop", "program", True)
    _, _, body = endpoint.requests[0]
    assert {name: body[name] for name in body if name != "messages"} == {
        "model": "w",
        "max_tokens": 8192,
        "temperature": 0.0,
    }


def test_a_second_sample_is_another_draw_and_temperature_0_is_warned_of(
    command: Any, tmp_path: Path, endpoint: Endpoint
) -> None:
    endpoint.answers = [(200, FENCED)]
    arguments = ("--generator", f"openai:{endpoint.base_url}#w", "--samples", "2", "--jobs", "1")
    done = command("generate", package_of(tmp_path / "p", 1), *arguments, "--out", tmp_path / "out")
    assert done.err.splitlines()[0].startswith("--samples 2 at temperature 0: samples may all be the same")
    assert len({body["seed"] for _, _, body in endpoint.requests}) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--generator", "replay:x"), "--generator 'replay:x': recorded calls are not a generator"),
        (("--generator", "bogus"), "--generator 'bogus': no solver kind 'bogus'"),
        (("--generator", f"constant:{'x' * 1000}"), "it is a name in records: it has 1,009 characters"),
        (
            ("--generator", "constant:x", "--contract", "function", "--override-contract"),
            "the contract 'function' calls each program with arguments of its own",
        ),
    ],
)
def test_a_generator_that_cannot_be_one_is_one_line(
    command: Any, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = command("generate", package_of(tmp_path / "p", 1), *arguments, "--out", tmp_path / "out")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert said in done.err
    assert not (tmp_path / "out").exists()


def test_a_service_that_fails_is_exit_code_4_and_the_same_command_resumes(
    command: Any, tmp_path: Path, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty = partial(Patience, tries=2, first_tries=2, first_wait_s=0, longest_wait_s=0.01, failures=2)
    monkeypatch.setattr("cgr_audit.solvers.openai.Patience", hasty)
    endpoint.answers = [(200, FENCED), (200, FENCED), (500, b"broken")]
    arguments = ("--generator", f"openai:{endpoint.base_url}#w", "--max-connections", "1", "--jobs", "1")
    package = package_of(tmp_path / "p", 6)
    done = command("generate", package, *arguments, "--out", tmp_path / "out")
    assert done.code == 4
    assert done.err.splitlines()[-1].endswith("the run stopped: rerun the same command to resume")
    endpoint.answers, before = [(200, FENCED)], len(endpoint.requests)
    assert command("generate", package, *arguments, "--out", tmp_path / "out").code == 0
    assert len(endpoint.requests) - before == 4
    assert len(open_package(tmp_path / "out").programs) == 6


def test_a_budget_ends_it_and_what_was_paid_for_is_not_asked_again(
    command: Any, tmp_path: Path, endpoint: Endpoint
) -> None:
    endpoint.answers = [(200, FENCED)]
    package = package_of(tmp_path / "p", 4)
    arguments = ("generate", package, "--generator", f"openai:{endpoint.base_url}#w", "--jobs", "1")
    done = command(*arguments, "--max-calls", "3", "--out", tmp_path / "out")
    assert (done.code, "--max-calls 3 is reached" in done.err.splitlines()[-1]) == (4, True)
    assert command(*arguments, "--out", tmp_path / "out").code == 0
    other = command(*arguments, "--out", tmp_path / "other")
    assert other.err.splitlines()[-1].startswith("4 programs of 4 · 4 attempts, ")
    assert len(endpoint.requests) == 4
    assert {line["cached"] for line in generations(tmp_path / "other")} == {True}
    assert len(open_package(tmp_path / "out").programs) == 4


def test_a_pipeline_begins_with_programs_where_there_are_none(command: Any, tmp_path: Path) -> None:
    package = package_of(tmp_path / "p", 1)
    arguments = ("--generator", "constant:It is B.", "--solver", "constant:B", "--jobs", "1")
    done = command("pipeline", package, *arguments, "--out", tmp_path / "out")
    assert [one["status"] for one in generations(tmp_path / "out/generated")] == ["no_program"] * 3
    assert (done.code, done.err.splitlines()[-1]) == (
        3,
        f"cgr-audit: {tmp_path / 'out/generated'}: it has no programs, so that there is nothing to say about accuracy; "
        "`cgr-audit run` asks items alone",
    )


@pytest.mark.slow
def test_a_pipeline_goes_from_items_to_a_report(command: Any, tmp_path: Path) -> None:
    package = package_of(tmp_path / "p", 2)
    arguments = ("pipeline", package, "--generator", f"constant:{ASKS}", "--solver", "constant:B", "--jobs", "1")
    done = command(*arguments, "--out", tmp_path / "out")
    assert done.code == 0, done.err
    run = open_package(tmp_path / "out")
    assert [row.solverLLM_assisted_ans for row in run.results()] == ["B", "B"]
    assert list(run.controls()) == []
    assert [program.extra["attempt"] for program in run.programs] == [1, 1]
    assert [one.status for one in run.generations()] == ["program", "program"]
    again = command(*arguments, "--out", tmp_path / "out")
    assert (again.code, again.out) == (0, done.out)
    assert " of 4 runs were done before" in again.err


def started(*arguments: str | Path) -> subprocess.Popen[str]:
    program = "from cgr_audit.cli.main import main; main()"
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_killed_at_any_moment_it_goes_on_and_asks_nothing_again_that_was_answered(
    command: Any, tmp_path: Path, endpoint: Endpoint
) -> None:
    """A request in flight when the process dies may be asked again; one whose response is in the ledger never is."""
    package, connections = package_of(tmp_path / "p", 12), 2
    two = completion(ASKS.replace(", 5", ""))
    endpoint.answers = [Sent(200, two, trickle_s=0.0005), *[Sent(200, FENCED, trickle_s=0.0005)] * 10_000]
    spec = f"openai:{endpoint.base_url}#w"
    arguments = (
        "generate",
        package,
        "--generator",
        spec,
        "--max-connections",
        str(connections),
        "--jobs",
        "1",
        "--no-cache",
        "--out",
    )
    draw = random.Random(20)
    for number in range(20):
        out = tmp_path / f"out{number}"
        endpoint.requests.clear()
        endpoint.answers.insert(0, Sent(200, two, trickle_s=0.0005))
        process, ledger = started(*arguments, out), out / "ledger.jsonl"
        wanted = draw.randrange(0, 13)
        while process.poll() is None and (not ledger.exists() or ledger.read_bytes().count(b"\n") <= wanted):
            threading.Event().wait(0.002)
        threading.Event().wait(draw.uniform(0, 0.05))
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        kept = {
            json.dumps(json.loads(line.partition(" ")[2])["key"]["prompt"])
            for line in ledger.read_text("utf-8").splitlines()[1:]
            if line.endswith("}")
        }
        before = asked(endpoint)
        done = command(*arguments, out)
        assert done.code == 0, done.err
        again = asked(endpoint) - before
        repeated = [request for request in again if request in before]
        assert len(repeated) <= connections
        assert sum(asked(endpoint).values()) == len(generations(out)) + len(repeated)
        assert len(kept) + sum(again.values()) >= len(generations(out))
        assert len(open_package(out).programs) == 12
