"""Whatever decides a result is part of the key that it is kept under: a change means another run, or a refusal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.execution.plan import PackageRun, Plan, RunSettings, plan_run
from cgr_audit.execution.session import run_package
from cgr_audit.execution.verdict_checks import check_verdicts
from cgr_audit.records.lines import RecordError
from cgr_audit.records.package import open_package
from cgr_audit.records.rows import Channel
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.seeded import SeededSolver
from cgr_audit.source.contract import Attempts

OTHER = "sha256:" + "9" * 64


def keys(plan: Plan, channel: Channel) -> set[str]:
    return {work.digest for work in plan.work if work.channel is channel}


def with_settings(run: PackageRun, change: Callable[[RunSettings], RunSettings]) -> PackageRun:
    return replace(run, settings=change(run.settings))


def with_digest(name: str) -> Callable[[RunSettings], RunSettings]:
    return lambda settings: replace(settings, digests=replace(settings.digests, **{name: OTHER}))


SETTINGS: dict[str, tuple[Callable[[RunSettings], RunSettings], set[Channel]]] = {
    "rules": (with_digest("rules"), {Channel.ASSISTED}),
    "policy": (with_digest("policy"), {Channel.ASSISTED}),
    "contract": (with_digest("contract"), {Channel.ASSISTED, Channel.DIRECT}),
    "component": (lambda settings: replace(settings, component=OTHER), {Channel.ASSISTED}),
    "seed": (lambda settings: replace(settings, seed=1), {Channel.ASSISTED}),
    "parameters": (
        lambda settings: replace(settings, parameters={"temperature": 1.0}),
        {Channel.ASSISTED, Channel.DIRECT},
    ),
    **{
        name: (
            lambda settings, name=name: replace(settings, limits=replace(Limits(), **{name: 12345})),  # type: ignore[misc]
            {Channel.ASSISTED},
        )
        for name in ("fuel", "memory", "wall", "calls", "prompt", "output", "result")
    },
    "attempts": (
        lambda settings: replace(settings, contract=replace(settings.contract, attempts=Attempts(2, ()))),
        {Channel.ASSISTED, Channel.DIRECT},
    ),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_another_setting_is_another_key(bench: Any, asks_twice: bytes, name: str) -> None:
    run, _ = bench.run(bench.package({"p": asks_twice}), SeededSolver(3))
    change, concerned = SETTINGS[name]
    before, after = plan_run(run), plan_run(with_settings(run, change))
    for channel in Channel:
        assert (keys(before, channel) != keys(after, channel)) == (channel in concerned), channel
        assert len(keys(after, channel)) == 1


def test_another_solver_is_another_key(bench: Any, asks_twice: bytes) -> None:
    run, _ = bench.run(bench.package({"p": asks_twice}), SeededSolver(3))
    for choice in (replace(run.choices[0], identity="replay:1"), replace(run.choices[0], spec="seeded:4")):
        after = plan_run(replace(run, choices=(choice,)))
        assert not {work.digest for work in plan_run(run).work} & {work.digest for work in after.work}


def test_another_prompt_or_extraction_is_another_contract() -> None:
    from cgr_audit.source.contract import load_contract

    contract = load_contract("cgr")
    others = (
        replace(contract, direct=replace(contract.direct, prompt="{question}?")),
        replace(contract, extraction=replace(contract.extraction, failure_value="Y")),
        replace(contract, prelude=replace(contract.prelude, source="x = 1")),
        replace(contract, imports=replace(contract.imports, profile="science")),
        replace(contract, solver=replace(contract.solver, cap=99)),
        replace(contract, solver=replace(contract.solver, budget=9)),
    )
    assert len({contract.digest, *(other.digest for other in others)}) == 1 + len(others)


def change_lines(folder: Path, name: str, **changes: Any) -> None:
    path = folder / name
    records = [json.loads(line) | changes for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"sha256": {}}))


def test_other_bytes_of_a_program_run_again(bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path) -> None:
    folder = bench.package({"p": asks_twice})
    run, judgement = bench.run(folder, SeededSolver(3))
    run_package(run, judgement, sandbox, tmp_path / "out")
    changed = asks_twice.replace(b'"B", 4', b'"C", 4')
    (folder / "programs/g/d/p.0.py").write_bytes(changed)
    change_lines(folder, "programs.jsonl", sha256=hashlib.sha256(changed).hexdigest())
    run, judgement = bench.run(folder, SeededSolver(3))
    outcome = run_package(run, judgement, sandbox, tmp_path / "out")
    assert (outcome.counts.resumed, outcome.counts.executed, outcome.rows[0].genLLM_ans) == (1, {"completed": 1}, "C")


def test_bytes_that_change_while_a_run_is_on_its_way_are_not_run(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package({"p": asks_twice})
    run, judgement = bench.run(folder, SeededSolver(3))
    (folder / "programs/g/d/p.0.py").write_bytes(b"def solve():\n    return 'A', 'A', 1\n")
    with pytest.raises(RecordError, match="not the bytes that"):
        run_package(run, judgement, sandbox, tmp_path / "out")


@pytest.mark.parametrize(
    ("name", "changes", "executed"),
    [
        ("items.jsonl", {"question": "What else?"}, 2),
        ("items.jsonl", {"options": [{"id": letter, "text": letter} for letter in "ABC"]}, 2),
        ("programs.jsonl", {"arguments": "{'question': 'Why?'}"}, 1),
    ],
)
def test_another_item_or_argument_runs_again(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path, name: str, changes: dict[str, Any], executed: int
) -> None:
    folder = bench.package({"p": asks_twice})
    run, judgement = bench.run(folder, SeededSolver(3))
    run_package(run, judgement, sandbox, tmp_path / "out")
    change_lines(folder, name, **changes)
    run, judgement = bench.run(folder, SeededSolver(3))
    counts = run_package(run, judgement, sandbox, tmp_path / "out").counts
    assert (counts.total, counts.resumed, counts.executed.total()) == (2, 2 - executed, executed)


def test_another_gold_runs_nothing_again_and_is_in_the_rows(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    folder = bench.package({"p": asks_twice})
    run, judgement = bench.run(folder, SeededSolver(3))
    run_package(run, judgement, sandbox, tmp_path / "out")
    change_lines(folder, "items.jsonl", correct_ids=["C"])
    run, judgement = bench.run(folder, SeededSolver(3))
    outcome = run_package(run, judgement, sandbox, tmp_path / "out")
    assert (outcome.counts.resumed, outcome.rows[0].correct_ans) == (2, "C")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (with_digest("rules"), "rules"),
        (with_digest("policy"), "policy"),
        (with_digest("contract"), "contract"),
        (SETTINGS["component"][0], "component"),
        (SETTINGS["fuel"][0], "limits"),
        (SETTINGS["seed"][0], "seed"),
        (SETTINGS["attempts"][0], "attempts"),
        (lambda settings: replace(settings, include=frozenset({"approved", "observe"})), "include"),
    ],
)
def test_a_folder_takes_no_run_of_another_setting(
    bench: Any,
    sandbox: Sandbox,
    asks_twice: bytes,
    tmp_path: Path,
    change: Callable[[RunSettings], RunSettings],
    field: str,
) -> None:
    folder = bench.package({"p": asks_twice})
    run, judgement = bench.run(folder, SeededSolver(3))
    run_package(run, judgement, sandbox, tmp_path / "out")
    with pytest.raises(UsageError, match=rf"another configuration \(/{field} differs\); give another --out"):
        run_package(with_settings(run, change), judgement, sandbox, tmp_path / "out")
    other = replace(run, choices=(replace(run.choices[0], identity="seeded:4"),))
    with pytest.raises(UsageError, match=r"\(/solver_identities differs\)"):
        run_package(other, judgement, sandbox, tmp_path / "out")


def test_what_an_earlier_run_left_in_the_folder_is_no_part_of_the_package(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    run, judgement = bench.run(bench.package({"p": asks_twice, "q": asks_twice}), SeededSolver(3))
    run_package(run, judgement, sandbox, tmp_path / "out")
    (tmp_path / "out/probes.jsonl").write_text('{"program_id": "g/d/q.0.py", "sensitivity": null}\n')
    run, judgement = bench.run(bench.package({"p": asks_twice}), SeededSolver(3))
    run_package(run, judgement, sandbox, tmp_path / "out")
    package = open_package(tmp_path / "out")
    assert not package.has("probes.jsonl")
    assert [name for name in package.manifest.sha256 if name.startswith("programs/")] == ["programs/g/d/p.0.py"]
    assert [row.item_id for row in package.results()] == ["p"]


def test_a_ledger_of_another_version_is_refused(
    bench: Any, sandbox: Sandbox, asks_twice: bytes, tmp_path: Path
) -> None:
    from cgr_audit.execution.ledger import LedgerDamagedError

    run, judgement = bench.run(bench.package({"p": asks_twice}), SeededSolver(3))
    (tmp_path / "out").mkdir()
    (tmp_path / "out/ledger.jsonl").write_bytes(b"cgr-audit ledger 1\n")
    with pytest.raises(LedgerDamagedError, match=r"ledger\.jsonl: written by another version of cgr-audit"):
        run_package(run, judgement, sandbox, tmp_path / "out")


def test_a_program_that_is_judged_twice_is_refused(bench: Any, asks_twice: bytes) -> None:
    package = open_package(bench.package({"p": asks_twice}))
    refused, approved = (bench.verdict(package.programs[0], verdict) for verdict in ("refused", "approved"))
    with pytest.raises(UsageError, match=r"v\.jsonl: g/d/p\.0\.py: judged twice"):
        check_verdicts([refused, approved], package, bench.digests, "v.jsonl")
