"""What the conformance suite sees in a sandbox that is none: ``python -I`` in a subprocess, with limits and a pipe.

    python -m benchmarks.plain_subprocess [--group NAME ...] [--timeout 5]

It is here for comparison only, as people often run generated programs like this. The programs of the suite do no harm
where they get out, but they do get out: they write files to the working folder, which is a temporary one, open
connections to this machine and start processes that end.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cgr_audit.records.rows import CallRow
from cgr_audit.sandbox.conformance.back_end import ComponentBackEnd
from cgr_audit.sandbox.conformance.report import Report, differences, run_suite
from cgr_audit.sandbox.conformance.suite import load_suite
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import (
    Completed,
    Crashed,
    GuestError,
    HostFailure,
    Limit,
    LimitExceeded,
    Outcome,
    Run,
)
from cgr_audit.sandbox.visible_item import visible_item
from cgr_audit.solvers.asking import ask
from cgr_audit.solvers.interface import Solver, SolverRequest
from cgr_audit.source.contract import load_contract

HARNESS = """
import ast, inspect, json, sys
asked, answered, out = open(int(sys.argv[2]), "w"), open(int(sys.argv[3])), sys.stdout
def llm_model(prompt, exp_config):
    asked.write(json.dumps([prompt, exp_config]) + "\\n")
    asked.flush()
    return json.loads(answered.readline())
item = json.loads(sys.argv[1])
offered = {"item": item, "question": item["question"], "options": item["options"], "exp_config": {}}
space = {"__name__": "program", "llm_model": llm_model}
try:
    exec(compile(sys.stdin.buffer.read(), "<program>", "exec"), space)
    wanted = inspect.signature(space["solve"]).parameters
    value = space["solve"](**{name: offered[name] for name in wanted if name in offered})
except BaseException as error:
    report = ["raised", type(error).__name__, str(error)]
else:
    report = ["completed", repr(value)]
asked.write(json.dumps({"report": report}) + "\\n")
asked.flush()
"""


@dataclass(frozen=True, slots=True)
class SubprocessBackEnd:
    """A fresh interpreter per run; nothing but rlimits and a deadline keeps a program where it is."""

    timeout_s: float

    def run(self, program: bytes, item: Mapping[str, Any], solver: Solver, seed: int, limits: Limits) -> Run:
        """Run one program and believe what it says."""
        del seed
        calls: list[CallRow] = []
        started = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            seen = visible_item(item, load_contract("cgr"))
            outcome, output = self._converse(program, seen, solver, limits, Path(folder), calls)
        return Run(outcome, tuple(calls), 0, (), output, time.perf_counter() - started, "")

    def _converse(
        self,
        program: bytes,
        item: dict[str, Any],
        solver: Solver,
        limits: Limits,
        folder: Path,
        calls: list[CallRow],
    ) -> tuple[Outcome, str]:
        questions, theirs_to_ask = os.pipe()
        theirs_to_hear, answers = os.pipe()
        command = [sys.executable, "-I", "-c", HARNESS, json.dumps(item), str(theirs_to_ask), str(theirs_to_hear)]
        (folder / "program.py").write_bytes(program)
        with (folder / "program.py").open("rb") as source, (folder / "output").open("w+", errors="replace") as output:
            worker = subprocess.Popen(
                command, stdin=source, stdout=output, stderr=output, cwd=folder, start_new_session=True,
                pass_fds=(theirs_to_ask, theirs_to_hear), preexec_fn=lambda: _restrict(limits, self.timeout_s),  # noqa: PLW1509
            )  # fmt: skip
            os.close(theirs_to_ask)
            os.close(theirs_to_hear)
            timer = _Deadline(worker, self.timeout_s)
            outcome = None
            try:
                with os.fdopen(questions, "rb") as asked, os.fdopen(answers, "w") as answered:
                    outcome = _answer_all(asked, answered, solver, limits, calls)
            except (OSError, ValueError, TypeError):
                outcome = None
            timer.end()
            output.seek(0)
            text = output.read(limits.output + 1)
        if len(text) > limits.output:
            return LimitExceeded(Limit.OUTPUT, limits.output, len(text)), ""
        if outcome is None:
            expired = LimitExceeded(Limit.WALL, self.timeout_s, None)
            outcome = expired if timer.has_struck else Crashed(f"ended with code {worker.returncode}")
        return outcome, text


def _answer_all(asked: Any, answered: Any, solver: Solver, limits: Limits, calls: list[CallRow]) -> Outcome | None:
    for line in asked:
        said = json.loads(line)
        if isinstance(said, dict):
            return _outcome(said["report"])
        prompt, config = said
        if limits.calls is not None and len(calls) >= limits.calls:
            return LimitExceeded(Limit.CALLS, limits.calls, len(calls) + 1)
        call = ask(solver, SolverRequest(prompt, config, call_index=len(calls)))
        if call.response is None:
            return HostFailure(str(call.error))
        calls.append(call)
        answered.write(json.dumps(call.response) + "\n")
        answered.flush()
    return None


def _outcome(report: list[str]) -> Outcome:
    if report[0] == "raised":
        limit = {"MemoryError": LimitExceeded(Limit.MEMORY, 0, None)}.get(report[1])
        return limit or GuestError(report[1], report[2])
    try:
        return Completed(eval(report[1], {"inf": float("inf"), "nan": float("nan")}))
    except Exception:  # noqa: BLE001  no literal: what a repr shows
        return Completed(report[1])


class _Deadline:
    """Ends a process and all that it started."""

    def __init__(self, worker: subprocess.Popen[bytes], timeout_s: float) -> None:
        import threading  # noqa: PLC0415

        self._worker = worker
        self.has_struck = False
        self._timer = threading.Timer(timeout_s, self._strike)
        self._timer.start()

    def end(self) -> None:
        """End it now."""
        self._timer.cancel()
        self._kill()
        self._worker.wait()

    def _strike(self) -> None:
        self.has_struck = True
        self._kill()

    def _kill(self) -> None:
        try:
            os.killpg(self._worker.pid, signal.SIGKILL)
        except ProcessLookupError:
            return


def _restrict(limits: Limits, timeout_s: float) -> None:
    memory = limits.memory + (64 << 20)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (int(timeout_s) + 1, int(timeout_s) + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (8 << 20, 8 << 20))


def main() -> int:
    """Print how many cases of each class hold, there and here."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--group", action="append", help="only these classes")
    parser.add_argument("--timeout", type=float, default=2.0, help="seconds that a subprocess may take")
    options = parser.parse_args()
    cases = [case for case in load_suite() if not options.group or case.group in options.group]
    ours = run_suite(ComponentBackEnd(Interpreter()), cases)
    again = run_suite(ComponentBackEnd(Interpreter()), cases, jobs=8, shuffled_by=1)
    theirs = run_suite(SubprocessBackEnd(options.timeout), cases)
    _print_table(ours, theirs)
    print(f"of {len(cases)} programs {len(differences(ours, again))} came to something else here in another order")
    return 1 if ours.faults else 0


def _print_table(ours: Report, theirs: Report) -> None:
    there = theirs.by_group()
    print(f"{'class':25} {'programs':>8} {'sandbox':>8} {'subprocess':>10}")
    for group, (held, total) in ours.by_group().items():
        print(f"{group:25} {total:8} {held:8} {there[group][0]:10}")
    failed = sum(held < total for held, total in there.values())
    print(f"classes of which not every case holds: sandbox {sum(a < b for a, b in ours.by_group().values())}, "
          f"subprocess {failed} of {len(there)}")  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
