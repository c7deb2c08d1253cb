"""What a fresh run costs: milliseconds per run, alone and with many in flight.

python -m benchmarks.sandbox_cost [--runs N]
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.threads import call_on_guest_thread, map_in_order
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.solvers.delayed import DelayedSolver
from cgr_audit.solvers.interface import Solver
from cgr_audit.source.contract import load_contract

SCAFFOLD = b"""
def solve(question, options):
    votes = []
    for _ in range(3):
        votes.append(extract_answer(llm_model(question, {"temperature": 0.7})))
    return max(set(votes), key=votes.count), None, 2
"""
ITEM = {
    "item_id": "q", "dataset": "d", "question": "Which one is larger?",
    "options": [{"id": "A", "text": "the sun"}, {"id": "B", "text": "the moon"}],
}  # fmt: skip
LATENCY_S = 0.05
IN_FLIGHT = 64


def main() -> int:
    """Print every figure on a line of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=300)
    runs = parser.parse_args().runs
    started = time.perf_counter()
    interpreter = Interpreter(report=print)
    print(f"load the interpreter: {1000 * (time.perf_counter() - started):.0f} ms")
    sandbox = Sandbox(interpreter, Limits(), load_contract("cgr"))

    def run(solver: Solver) -> float:
        began = time.perf_counter()
        result = sandbox.run(SCAFFOLD, ITEM, solver, 0)
        assert result.outcome == Completed(("A", None, 2)), result.outcome
        assert len(result.calls) == 3
        return 1000 * (time.perf_counter() - began)

    quick = ConstantSolver("A")
    times = call_on_guest_thread(lambda: [run(quick) for _ in range(runs)])
    quartiles = statistics.quantiles(times)
    print(
        f"a fresh run with 3 solver calls: median {quartiles[1]:.2f} ms, "
        f"quartiles {quartiles[0]:.2f}-{quartiles[2]:.2f} ms"
    )
    for jobs in (1, os.cpu_count() or 1):
        began = time.perf_counter()
        list(map_in_order(lambda _: run(quick), range(runs), jobs))
        print(f"{jobs} in flight, no latency: {runs / (time.perf_counter() - began):.0f} runs per second")
    began = time.perf_counter()
    list(map_in_order(lambda _: run(DelayedSolver(quick, LATENCY_S)), range(4 * runs), IN_FLIGHT))
    rate = 4 * runs / (time.perf_counter() - began)
    ideal = IN_FLIGHT / (3 * LATENCY_S)
    print(f"{IN_FLIGHT} in flight, 3 calls of {1000 * LATENCY_S:.0f} ms each: {rate:.0f} runs per second "
          f"({rate / ideal:.0%} of the {ideal:.0f} that latency alone allows)")  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
