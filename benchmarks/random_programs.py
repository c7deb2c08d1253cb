"""Judge random scaffolds: what call bounds and provenance claim of them, and what they do in the sandbox.

    python -m benchmarks.random_programs [--programs N] [--seed S] [--jobs N]

The exit code is 1 if any run contradicts a claim. Each such program is named, and ``--show NAME`` prints it made small.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from corpus.random_scaffolds.campaign import Tally, judge_many
from corpus.random_scaffolds.claims import Claim
from corpus.random_scaffolds.pure_flow import STEPS
from corpus.random_scaffolds.report import describe_failure
from corpus.random_scaffolds.writer import GRAMMAR

CHUNK = 100
SHOWN = 20
RAREST = 8


def main() -> int:
    """Print every figure on a line of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=20_000)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--show", metavar="NAME", help="print the program of a name, made small where it contradicts")
    parser.add_argument("--coverage", action="store_true", help="print how many programs use each production")
    options = parser.parse_args()
    if options.show is not None:
        print(describe_failure(options.show))
        return 0
    started = time.perf_counter()
    tally = judged(options.seed, options.programs, options.jobs)
    show(tally, time.perf_counter() - started)
    show_coverage(tally.productions, None if options.coverage else RAREST)
    return 1 if tally.failures else 0


def judged(seed: str, count: int, jobs: int) -> Tally:
    """Judge so many programs in several processes."""
    firsts = range(0, count, CHUNK)
    tally = Tally()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(judge_many, seed, first, min(CHUNK, count - first)) for first in firsts]
        for future in waiting:
            tally.add(future.result())
    return tally


def show(tally: Tally, seconds: float) -> None:
    """Print what the programs came to."""
    runs = sum(tally.runs.values())
    print(f"{tally.programs} programs of {tally.lines / tally.programs:.0f} lines, {runs} runs, {seconds:.0f} s")
    print(f"runs: {shares(tally.runs)}")
    print(f"bounds: {shares(tally.bounds)}")
    bounded = tally.bounds["finite"] + tally.bounds["options"]
    exact = tally.reached["finite"] + tally.reached["options"]
    print(f"bounds that some run reached: {exact} of {bounded} ({exact / max(bounded, 1):.1%})")
    endless = tally.reached["unbounded"]
    print(f"unbounded programs that some run took to the cap: {endless} of {tally.bounds['unbounded']}")
    print(f"answers from: {shares(tally.sources)}")
    print("claims, how often they were tested, and how many programs contradict them:")
    failed = Counter(failure.kind for failure in tally.failures)
    for claim in Claim:
        print(f"  {claim}: {tally.tested[claim]} times, {failed[claim]} programs")
    print(f"programs that contradict a claim: {len({failure.name for failure in tally.failures})}")
    for failure in tally.failures[:SHOWN]:
        print(f"CONTRADICTED {failure.name}: {failure.claim} ({failure.kind})", file=sys.stderr)


def show_coverage(productions: Counter[str], rarest: int | None) -> None:
    """Print how many programs use each production, or each of so many that the fewest use."""
    known = {str(one) for productions in (*GRAMMAR.values(), STEPS) for one in productions}
    print(f"{len(productions)} of {len(known)} productions used; programs that use the rarest:")
    for name in sorted(known, key=lambda name: (productions[name], name))[:rarest]:
        print(f"  {name}: {productions[name]}")


def shares(counts: Counter[str]) -> str:
    """Each count with its share of the whole, the largest first."""
    total = sum(counts.values())
    return ", ".join(f"{name} {count} ({count / total:.1%})" for name, count in counts.most_common())


if __name__ == "__main__":
    sys.exit(main())
