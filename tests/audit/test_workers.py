"""Workers: nothing a program does ends the run, loses another program, or changes the order."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import pytest

from cgr_audit.audit import child_pool
from cgr_audit.audit.program_audit import AuditStatus, ProgramAudit
from cgr_audit.audit.workers import Assignment, GuestCheck, ProcessWorkers, _chunks
from cgr_audit.errors import IncompleteError, UsageError
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

RULES = Path(__file__).parent / "deadly_rules"
CONTRACT = load_contract("pot")
CODES = ("CGR001", "T010")


def program(name: str, source: str = "ans = 1\n") -> Program:
    return Program(name, name, source.encode("utf-8", "surrogatepass"))


def audited(
    *programs: Program, jobs: int = 1, deadline: float = 20, codes: tuple[str, ...] = CODES
) -> list[ProgramAudit]:
    assignment = Assignment(CONTRACT, codes, RULES)
    return list(ProcessWorkers(assignment, jobs, deadline).map(programs))


def statuses(audits: list[ProgramAudit]) -> dict[str, str]:
    return {audit.program_id: audit.status.value for audit in audits}


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_programs(jobs: int) -> None:
    programs = [program(str(number), f"ans = {number}\n" * (1 + number % 7)) for number in range(200)]
    audits = audited(*programs, jobs=jobs)
    assert [audit.program_id for audit in audits] == [str(number) for number in range(200)]
    assert [audit.lines for audit in audits] == [1 + number % 7 for number in range(200)]
    assert [audit.sha256 for audit in audits] == [one.sha256 for one in programs]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_program_that_ends_its_process_costs_only_itself(jobs: int) -> None:
    names = [f"{number:02}" for number in range(40)]
    audits = audited(
        *(program(name, "die\n" if name in {"03", "30", "39"} else "ans = 1\n") for name in names), jobs=jobs
    )
    assert [audit.program_id for audit in audits] == names
    for audit in audits:
        died = audit.program_id in {"03", "30", "39"}
        assert audit.status is (AuditStatus.NOT_ANALYSABLE if died else AuditStatus.ANALYSED)
        assert [(finding.code, finding.message) for finding in audit.findings] == (
            [("CGR001", "reading it ended the parser's process")] if died else []
        )


def test_a_program_that_takes_too_long_costs_only_itself() -> None:
    started = time.perf_counter()
    audits = audited(program("a"), program("b", "hang\n"), program("c"), deadline=1)
    assert time.perf_counter() - started < 6
    assert statuses(audits) == {"a": "analysed", "b": "not_analysable", "c": "analysed"}
    (finding,) = audits[1].findings
    assert (finding.code, finding.message) == ("CGR001", "reading it took longer than 1 s")
    assert (audits[1].program_id, audits[1].path, str(finding.span)) == ("b", "b", "1:1-1:1")
    assert (finding.subject, finding.ordinal) == ("", 0)


def test_a_program_that_is_too_deep_or_too_large_is_not_analysable() -> None:
    audits = audited(program("a", "sink" + ".deep" * 400), program("b", "swell\n"), program("c"))
    assert statuses(audits) == {"a": "not_analysable", "b": "not_analysable", "c": "analysed"}
    assert [audit.findings[0].message for audit in audits[:2]] == [
        "it nests too deeply to be analysed",
        "it is too large to be analysed",
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="this system does not hold a process to an amount of data")
def test_a_program_that_takes_more_memory_than_a_child_may_hold_costs_only_itself() -> None:
    audits = audited(program("a"), program("b", "bomb\n"), program("c"))
    assert statuses(audits) == {"a": "analysed", "b": "not_analysable", "c": "analysed"}
    assert audits[1].findings[0].message == "it is too large to be analysed"


class _Recorder:
    """Notes in what order tasks are sent and waited for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[str] = []
        send, wait = child_pool.ChildPool.schedule, child_pool.Task.result

        def schedule(pool: child_pool.ChildPool, *arguments: object, deadline: float) -> child_pool.Task[object]:
            self.seen.append("sent")
            return send(pool, *arguments, deadline=deadline)  # type: ignore[arg-type]

        def result(task: child_pool.Task[object]) -> object:
            self.seen.append("waited for")
            return wait(task)

        monkeypatch.setattr(child_pool.ChildPool, "schedule", schedule)
        monkeypatch.setattr(child_pool.Task, "result", result)


def test_the_programs_of_a_chunk_that_failed_are_tried_again_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = _Recorder(monkeypatch)
    audits = audited(program("a", "swell\n"), program("b", "swell\n"), jobs=2)
    assert statuses(audits) == {"a": "not_analysable", "b": "not_analysable"}
    assert recorder.seen == ["sent", "waited for", "sent", "sent", "waited for", "waited for"]


def test_recursion_without_end_on_a_program_that_does_not_nest_deeply_is_the_rules_fault() -> None:
    (audit,) = audited(program("a", "sink\n"))
    assert (audit.status, audit.findings) == (AuditStatus.FAILED, ())
    (failure,) = audit.failures
    assert (failure.code, failure.error.split(":")[0]) == ("T010", "RecursionError")


def test_where_the_rule_for_it_is_not_wanted_the_status_alone_says_it() -> None:
    (audit,) = audited(program("a", "die\n"), codes=("T010",))
    assert (audit.status, audit.findings) == (AuditStatus.NOT_ANALYSABLE, ())


@pytest.mark.parametrize(
    "source",
    ["(" * 30_000 + ")" * 30_000, "x = " + "[" * 5_000, "x = " + "-" * 30_000 + "1", "x = " + "not " * 20_000 + "1"],
    ids=["parentheses", "brackets", "signs", "negations"],
)
def test_deep_nesting_never_ends_the_run(source: str) -> None:
    audits = audited(program("a"), program("b", source), program("c"), deadline=2)
    assert statuses(audits) == {"a": "analysed", "b": "not_analysable", "c": "analysed"}


def test_long_chains_of_branches_are_analysed() -> None:
    source = "x = 1\nif x == 0:\n    ans = 0\n" + "".join(f"elif x == {n}:\n    ans = {n}\n" for n in range(1, 300))
    (audit,) = audited(program("a", source))
    assert audit.status is AuditStatus.ANALYSED


def test_programs_are_pulled_as_they_are_needed_and_not_all_at_once() -> None:
    pulled = 0

    def stream() -> Iterator[Program]:
        nonlocal pulled
        for number in itertools.count():
            pulled += 1
            yield program(str(number))

    furthest = 0
    results = ProcessWorkers(Assignment(CONTRACT, CODES, RULES), 2).map(stream())
    for done, _audit in enumerate(itertools.islice(results, 1_000)):
        furthest = max(furthest, pulled - done)
    results.close()
    assert furthest <= 32 * 9


def test_no_process_is_left_when_the_results_are_dropped() -> None:
    results = ProcessWorkers(Assignment(CONTRACT, CODES, RULES), 2).map(program(str(n)) for n in range(500))
    next(results)
    assert multiprocessing.active_children() != []
    results.close()
    assert multiprocessing.active_children() == []


def test_systems_without_a_fork_server_are_served_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    assert statuses(audited(program("a"), program("b", "die\n"))) == {"a": "analysed", "b": "not_analysable"}


def test_a_script_without_a_guard_is_not_run_again_by_the_children(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from cgr_audit.audit.workers import Assignment, ProcessWorkers\n"
        "from cgr_audit.source.contract import load_contract\n"
        "from cgr_audit.source.program import Program\n"
        "workers = ProcessWorkers(Assignment(load_contract('pot'), ('CGR001',)))\n"
        "print([audit.status.value for audit in workers.map([Program('a', 'a', b'x')])], __file__)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == (f"['analysed'] {script}\n", "")


def test_children_that_cannot_start_are_an_error_of_the_run_and_of_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_pool, "prepare_child", partial(os._exit, 5))
    with pytest.raises(IncompleteError, match="the processes that analyse programs end as soon as they start"):
        audited(program("a"))
    assert multiprocessing.active_children() == []


def test_a_pool_that_never_starts_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def broken(self: child_pool.ChildPool, *_: object, **__: object) -> None:
        started.append(self)
        raise BrokenProcessPool

    monkeypatch.setattr(child_pool.ChildPool, "schedule", broken)
    with pytest.raises(IncompleteError, match="cannot be started; raise the limits of open files"):
        audited(program("a"))
    assert len(started) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="files are not limited by process")
@pytest.mark.parametrize("allowed", [10, 13, 16])
def test_too_few_open_files_end_a_command_in_one_line(tmp_path: Path, allowed: int) -> None:
    (tmp_path / "a.py").write_bytes(b"x = 1\n")
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({allowed}, {allowed}))"
    code = f"{limited}; from cgr_audit.cli.main import main; main()"
    command = [sys.executable, "-c", code, "audit", "--no-cache", str(tmp_path / "a.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr == (
        f"cgr-audit: the processes that analyse programs need 18 open files, and {allowed} are allowed; raise the "
        "limit with `ulimit -n 256`\n"
    )


def test_the_other_fields_of_a_row_are_not_kept_while_its_program_is_analysed() -> None:
    row = Program("a", "rows.jsonl:1", b"x = 1\n", fields={"transcript": "long"}, derived_from="0" * 64)
    [[sent]] = _chunks([row])
    assert (sent, sent.derived_from, sent.fields) == (row, row.derived_from, {})


def test_nothing_is_started_where_there_is_no_program() -> None:
    assert audited() == []
    assert multiprocessing.active_children() == []


def test_rules_that_cannot_be_loaded_are_an_error_of_the_run(tmp_path: Path) -> None:
    assignment = Assignment(CONTRACT, CODES, tmp_path / "none")
    with pytest.raises(UsageError, match="no such folder of rules"):
        list(ProcessWorkers(assignment).map([program("a")]))


class TestTheCompilerInsideTheSandbox:
    @pytest.fixture(autouse=True)
    def _importable(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.syspath_prepend(str(Path(__file__).parent))

    def check(self, *sources: str) -> tuple[list[ProgramAudit], int]:
        from guest_stand_in import GuestStandIn

        prepared = itertools.count()

        def prepare() -> GuestStandIn:
            next(prepared)
            return GuestStandIn(b"no")

        assignment = Assignment(CONTRACT, CODES, RULES, GuestCheck(prepare))
        programs = [program(str(number), source) for number, source in enumerate(sources)]
        return list(ProcessWorkers(assignment, 2).map(programs)), next(prepared)

    def test_is_not_prepared_where_the_host_accepts_everything(self) -> None:
        audits, prepared = self.check(*["ans = 1\n"] * 10)
        assert (prepared, {audit.status for audit in audits}) == (0, {AuditStatus.ANALYSED})

    def test_is_prepared_once_and_decides_where_the_host_objects(self) -> None:
        audits, prepared = self.check(*["return 1\n", "return no\n"] * 20, "ans = 1\n")
        assert prepared == 1
        assert [audit.status.value for audit in audits] == ["analysed", "not_analysable"] * 20 + ["analysed"]

    def test_that_fails_is_a_failure_of_the_toolkit_on_that_program(self) -> None:
        audits, _ = self.check("ans = 1\n", "return explode\n", "ans = 2\n")
        assert [audit.status.value for audit in audits] == ["analysed", "failed", "analysed"]
        (failure,) = audits[1].failures
        assert (failure.code, failure.error) == ("engine", "ValueError: the guest is broken")


@pytest.mark.parametrize("jobs", [1, 2])
def test_three_thousand_parentheses_are_not_analysable_and_named(jobs: int) -> None:
    audits = audited(program("a"), program("b", "x = " + "(" * 3_000 + "1" + ")" * 3_000), program("c"), jobs=jobs)
    assert statuses(audits) == {"a": "analysed", "b": "not_analysable", "c": "analysed"}
    (finding,) = audits[1].findings
    assert (audits[1].program_id, finding.message) == ("b", "compile error: too many nested parentheses")


@pytest.mark.slow
def test_every_deep_nesting_of_every_kind_is_survived() -> None:
    brackets = {"(": ")", "[": "]", "{": "}", "f(": ")"}
    prefixes = ("-", "not ", "lambda: ", "a if b else ", "a**")
    expected: dict[str, str] = {}
    programs = []
    for depth in (50, 99, 199, 900, 1_500, 3_000, 6_000, 20_000):
        for opening, closing in brackets.items():
            programs.append(program(f"{opening}{depth}", f"x = {opening * depth}1{closing * depth}\n"))
            expected[programs[-1].program_id] = "analysed" if depth <= 200 else "not_analysable"
    for depth in (50, 99, 199, 900, 20_000):  # between the last two the host's version decides
        for prefix in prefixes:
            programs.append(program(f"{prefix}{depth}", f"x = {prefix * depth}1\n"))
            expected[programs[-1].program_id] = "analysed" if depth <= 900 else "not_analysable"
    for depth in (15, 90, 150):
        blocks = "".join(" " * level + "if x:\n" for level in range(depth)) + " " * depth + "pass\n"
        programs.append(program(f"blocks{depth}", blocks))
        expected[programs[-1].program_id] = "analysed" if depth < 100 else "not_analysable"
    assert statuses(audited(*programs, jobs=2, deadline=5)) == expected
