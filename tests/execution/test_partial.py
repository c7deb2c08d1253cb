"""What is done of a run that has not ended: its rows, and that they say they are a part. No sandbox is started."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.execution.ledger import Ledger
from cgr_audit.execution.partial import is_unfinished, partial_package
from cgr_audit.execution.path_result import PathResult
from cgr_audit.execution.plan import PackageRun, RunSettings, SolverChoice, Work, plan_run
from cgr_audit.execution.results import ProvenanceOfRun, undetermined
from cgr_audit.execution.unfinished import FILE, note_plan
from cgr_audit.execution.verdict_checks import CheckedVerdict, Digests
from cgr_audit.records.lines import write_lines
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.rows import Item, ProgramRecord, SolverEntry
from cgr_audit.records.warning_kinds import WarningKind
from cgr_audit.records.writing import write_items, write_manifest, write_programs, write_solvers
from cgr_audit.sandbox.limits import Limits
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.source.contract import Contract, load_contract

SOURCE = b"def solve(question):\n    return extract_answer(llm_model(question, {})), 'B', 1\n"
VERDICTS = ("approved", "approved", "refused", "approved")
DIGEST = "sha256:" + "0" * 64


def begun(folder: Path) -> tuple[Path, list[Work], Ledger]:
    """A run of four programs as it is when it begins: the package, and a folder with what it is to do."""
    package, out = folder / "package", folder / "out"
    sha256 = hashlib.sha256(SOURCE).hexdigest()
    options = tuple({"id": letter, "text": letter} for letter in "AB")
    write_items(package, [Item(str(number), "d", "?", options, ("B",)) for number in range(len(VERDICTS))])
    programs = [ProgramRecord(f"g/d/{n}.0.py", "d", str(n), "g", 0, sha256) for n in range(len(VERDICTS))]
    write_programs(package, [(program, SOURCE) for program in programs])
    write_solvers(package, {})
    write_manifest(package, name="whole", contract="cgr", created=None)
    judged = {
        one.program_id: CheckedVerdict(one.program_id, verdict, (), ())
        for one, verdict in zip(programs, VERDICTS, strict=True)
    }
    choice = SolverChoice("model", FailingSolver(), "model", is_replay=False)
    settings = RunSettings(load_contract("cgr"), Digests(DIGEST, DIGEST, DIGEST), Limits(), DIGEST)
    run = PackageRun(open_package(package), judged, (choice,), settings)
    plan = plan_run(run)
    out.mkdir()
    write_solvers(out, {"model": SolverEntry(registered=True)})
    said = {"rules": DIGEST, "contract": DIGEST, "policy": DIGEST, "option_count": 2}
    reasons = {"approved": ([], []), "refused": (["CGR401"], ["imports os"])}
    records = [
        {"program_id": one.program_id, "sha256": sha256, "verdict": verdict, "reasons": reasons[verdict][0]}
        | {"explanations": reasons[verdict][1], **said}
        for one, verdict in zip(programs, VERDICTS, strict=True)
    ]
    write_lines(out / "verdicts.jsonl", records)
    write_lines(out / "findings.jsonl", [])
    note_plan(out, run, plan, "cgr")
    return out, list(plan.work), Ledger(out / "ledger.jsonl", interval_s=0)


def nowhere(package: TracePackage, contract: Contract) -> ProvenanceOfRun:
    del package, contract
    return undetermined


def finish(work: Work, ledger: Ledger, *, final: bool = True) -> None:
    result = PathResult("completed", "B", extraction_failed=False, attempts=1, calls=())
    ledger.append(work.ledger_key, result.to_record(), final=final)


def test_the_rows_whose_every_path_is_done_are_a_package_that_says_it_is_a_part(tmp_path: Path) -> None:
    out, work, ledger = begun(tmp_path)
    direct, assisted = ([one for one in work if one.channel == channel] for channel in ("direct", "assisted"))
    assert (len(direct), len(assisted)) == (4, 3)
    with ledger:
        for one in (*direct[:3], assisted[0]):
            finish(one, ledger)
        finish(assisted[1], ledger, final=False)  # a service or internal error is asked again
        ledger.flush()
        assert is_unfinished(out)
        (tmp_path / "part").mkdir()
        package = partial_package(out, tmp_path / "part", nowhere)  # while the run holds its ledger
    found = {row.item_id: (row.outcome, row.solverLLM_assisted_ans) for row in package.results()}
    assert found == {"0": ("completed", "B"), "2": ("refused", None)}
    (note,) = [note for note in package.manifest.record["warnings"] if note["kind"] == WarningKind.PARTIAL_RUN]
    assert note["message"].startswith("partial: 2 of 4 rows are done (50.0 %), and the others in no figure")
    assert not (out / "results.jsonl").exists()


def test_a_line_that_is_being_written_is_not_done(tmp_path: Path) -> None:
    out, work, ledger = begun(tmp_path)
    with ledger:
        for one in work:
            finish(one, ledger)
    whole = (out / "ledger.jsonl").read_bytes()
    (out / "ledger.jsonl").write_bytes(whole[:-20])
    (tmp_path / "part").mkdir()
    package = partial_package(out, tmp_path / "part", nowhere)
    assert package.consistency.results == 3


def test_without_its_plan_or_its_package_one_line_says_what_is_missing(tmp_path: Path) -> None:
    out, _, ledger = begun(tmp_path)
    with ledger:
        pass
    with pytest.raises(UsageError, match=r"unfinished run; rerun the same command to resume, or give .*--partial$"):
        open_package(out)
    manifest = tmp_path / "package" / "manifest.json"
    manifest.write_text(manifest.read_text() + "\n")
    with pytest.raises(UsageError, match=r"out: the package that is run, .*package, has changed since the run began$"):
        partial_package(out, tmp_path, nowhere)
    (out / FILE).unlink()
    with pytest.raises(UsageError, match=r"unfinished\.json: no such file, .* rerun the same command to resume it$"):
        partial_package(out, tmp_path, nowhere)
