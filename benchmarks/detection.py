"""Prints how well the labelled programs are judged: precision and recall per code, soundness and exactness of bounds.

    python -m benchmarks.detection [--labelled FOLDER] [--semgrep COMMAND | --no-semgrep] [--misses]

Beside the audit's figures stand those of two baselines on the same programs: regular expressions, and semgrep with one
rule per code (``benchmarks/baselines``). Semgrep is installed in a temporary environment unless a command is given. A
code counts once per program, and not at all where the label leaves it open; with ``--misses`` every program that is
judged otherwise than labelled is listed.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.baselines.regular_expressions import scan
from benchmarks.baselines.semgrep import SemgrepError, install_semgrep, scan_folder
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.registry import load_registry
from cgr_audit.audit.workers import Assignment, ProcessWorkers
from cgr_audit.source.collect import collect
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

DEFAULT_LABELLED = Path(__file__).resolve().parent.parent / "corpus" / "labelled"
OPTION_COUNTS = range(1, 9)
"""Bounds are compared at each of these numbers of options."""

Codes = Mapping[str, frozenset[str]]
"""The codes by program."""


@dataclass(slots=True)
class Score:
    """How often a code was found where it is labelled, where it is not, and missed."""

    hits: int = 0
    false_alarms: int = 0
    misses: int = 0

    @property
    def precision(self) -> float | None:
        """The share of what was found that is labelled; nothing if nothing was found."""
        found = self.hits + self.false_alarms
        return self.hits / found if found else None

    @property
    def recall(self) -> float | None:
        """The share of what is labelled that was found; nothing if nothing is labelled."""
        labelled = self.hits + self.misses
        return self.hits / labelled if labelled else None


def main() -> int:
    """Print the tables; 0 where every bound is sound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labelled", type=Path, default=DEFAULT_LABELLED)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--semgrep", type=Path, help="the semgrep command; without it, one is installed")
    parser.add_argument("--no-semgrep", action="store_true")
    parser.add_argument("--misses", action="store_true", help="list every disagreement")
    options = parser.parse_args()
    labels = read_labels(options.labelled)
    programs = options.labelled / "programs"
    audits = audit_labelled(programs, labels, options.jobs)
    undecided = {name: frozenset(label.get("open", ())) for name, label in labels.items()}
    labelled = {name: frozenset(one["code"] for one in label["codes"]) for name, label in labels.items()}
    expected = {name: codes - undecided[name] for name, codes in labelled.items()}
    found: dict[str, Codes] = {"audit": {name: frozenset(_codes(audit)) for name, audit in audits.items()}}
    found["regular expressions"] = {name: frozenset(scan(_text(programs / name))) for name in labels}
    if not options.no_semgrep:
        found["semgrep"] = _by_semgrep(programs, labels, options.semgrep)
    found = {title: {name: codes[name] - undecided[name] for name in labels} for title, codes in found.items()}
    print_scores(labels, expected, found)
    print_lines(labels, audits)
    is_sound = print_bounds(labels, audits)
    print_provenance(labels, audits)
    if options.misses:
        print_disagreements(labels, audits, expected)
    return 0 if is_sound else 1


def read_labels(folder: Path) -> dict[str, dict[str, Any]]:
    """The labels by program."""
    path = folder / "labels.jsonl"
    if not path.is_file():
        sys.exit(f"{path}: no such file; --labelled names the folder of the labelled programs")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return {row["program"]: row for row in rows}


def audit_labelled(programs: Path, labels: Mapping[str, Mapping[str, Any]], jobs: int) -> dict[str, ProgramAudit]:
    """Audit every labelled program under the contract that its label names."""
    codes = tuple(rule.meta.code for rule in load_registry().rules)
    by_contract: dict[str, list[str]] = defaultdict(list)
    for name, label in labels.items():
        by_contract[label["contract"]].append(name)
    audits: dict[str, ProgramAudit] = {}
    for contract, names in by_contract.items():
        collected = list(collect([str(programs / name) for name in names]))
        chosen = [program for program in collected if isinstance(program, Program)]
        assert len(chosen) == len(names), f"{len(names) - len(chosen)} labelled programs cannot be read"
        workers = ProcessWorkers(Assignment(load_contract(contract), codes), jobs=jobs)
        audits.update(zip(names, workers.map(chosen), strict=True))
    return audits


def print_scores(labels: Mapping[str, Mapping[str, Any]], expected: Codes, found: Mapping[str, Codes]) -> None:
    """Print precision and recall per code and over all, a pair of columns for each way of finding."""
    clean = sum(not codes for codes in expected.values())
    print(f"{len(labels)} programs, {sum(map(len, expected.values()))} labels; {clean} programs without a label")
    scores = {title: score(expected, codes) for title, codes in found.items()}
    print("                " + "".join(f"{title:>24}" for title in scores))
    print("code    labels  " + "       precision  recall" * len(scores))
    for code in sorted({code for by_code in scores.values() for code in by_code}):
        labelled = sum(code in codes for codes in expected.values())
        print(f"{code}  {labelled:6}  " + "".join(_columns(by_code.get(code, Score())) for by_code in scores.values()))
    totals = [_total(by_code.values()) for by_code in scores.values()]
    print(f"all     {sum(map(len, expected.values())):6}  " + "".join(map(_columns, totals)))
    silent = {
        title: sum(not expected[name] and bool(codes.get(name)) for name in expected) for title, codes in found.items()
    }
    print("clean programs with a finding: " + ", ".join(f"{title} {count}" for title, count in silent.items()))


def score(expected: Codes, found: Codes) -> dict[str, Score]:
    """The score of each code that is labelled or found."""
    scores: dict[str, Score] = defaultdict(Score)
    for name, labelled in expected.items():
        here = found.get(name, frozenset())
        for code in labelled & here:
            scores[code].hits += 1
        for code in here - labelled:
            scores[code].false_alarms += 1
        for code in labelled - here:
            scores[code].misses += 1
    return scores


def print_lines(labels: Mapping[str, Mapping[str, Any]], audits: Mapping[str, ProgramAudit]) -> None:
    """Print how many of the findings that are right stand on a line that their label names."""
    placed = total = 0
    for name, label in labels.items():
        for wanted in label["codes"]:
            spans = [one.span.line for one in audits[name].findings if one.code == wanted["code"] and one.span]
            if spans:
                total += 1
                placed += bool(set(_lines(wanted)) & set(spans))
    print(f"places: {placed} of {total} labels that are found have a finding on the line they name")


def print_bounds(labels: Mapping[str, Mapping[str, Any]], audits: Mapping[str, ProgramAudit]) -> bool:
    """Print how many bounds are sound and exact; whether all are sound."""
    counted = [name for name, label in labels.items() if label["call_bound"] is not None]
    claims = {name: _claim(audits[name]) for name in counted}
    sound = [name for name in counted if _is_sound(claims[name], labels[name]["call_bound"])]
    exact = [name for name in sound if _is_exact(claims[name], labels[name]["call_bound"])]
    same = [name for name in exact if claims[name] == labels[name]["call_bound"]]
    total = max(1, len(counted))
    print(f"call bounds: {len(counted)} labelled; sound {len(sound)} ({len(sound) / total:.1%}), ", end="")
    print(f"exact {len(exact)} ({len(exact) / total:.1%}), written the same {len(same)}")
    return len(sound) == len(counted)


def print_provenance(labels: Mapping[str, Mapping[str, Any]], audits: Mapping[str, ProgramAudit]) -> None:
    """Print how many programs have exactly the labelled sources."""
    counted = [name for name, label in labels.items() if label.get("provenance")]
    same = sum(set(audits[name].answer_provenance) == set(labels[name]["provenance"]) for name in counted)
    print(f"provenance: {same} of {len(counted)} programs have exactly the labelled sources")


def print_disagreements(
    labels: Mapping[str, Mapping[str, Any]], audits: Mapping[str, ProgramAudit], expected: Codes
) -> None:
    """Print a line for every code, bound and source that is other than labelled."""
    for name, label in sorted(labels.items()):
        codes = set(_codes(audits[name]))
        for code in sorted(expected[name] - codes):
            print(f"{name}: {code} missed")
        for code in sorted(codes - expected[name] - set(label.get("open", ()))):
            lines = sorted({one.span.line for one in audits[name].findings if one.code == code and one.span})
            print(f"{name}: {code} false alarm on line {', '.join(map(str, lines))}")
        bound, claim = label["call_bound"], _claim(audits[name])
        if bound is not None and not _is_exact(claim, bound):
            print(f"{name}: bound {claim}, labelled {bound}{'' if _is_sound(claim, bound) else ': UNSOUND'}")
        sources = label.get("provenance")
        if sources and set(sources) != set(audits[name].answer_provenance):
            print(f"{name}: provenance {', '.join(audits[name].answer_provenance)}; labelled {', '.join(sources)}")


def _by_semgrep(programs: Path, labels: Iterable[str], command: Path | None) -> Codes:
    try:
        with tempfile.TemporaryDirectory() as folder:
            found = scan_folder(command or install_semgrep(Path(folder)), programs)
    except SemgrepError as error:
        sys.exit(f"{error}; --no-semgrep leaves it out")
    return {name: found.get((programs / name).resolve(), frozenset()) for name in labels}


def _codes(audit: ProgramAudit) -> Iterable[str]:
    return (finding.code for finding in audit.findings)


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def _columns(one: Score) -> str:
    cells = ["     –" if value is None else f"{value:6.3f}" for value in (one.precision, one.recall)]
    return f"          {cells[0]}  {cells[1]}"


def _total(scores: Iterable[Score]) -> Score:
    total = Score()
    for one in scores:
        total.hits += one.hits
        total.false_alarms += one.false_alarms
        total.misses += one.misses
    return total


def _lines(wanted: Mapping[str, Any]) -> list[int]:
    return [*wanted.get("lines", ()), *([wanted["line"]] if "line" in wanted else ())]


def _claim(audit: ProgramAudit) -> str:
    return "unknown" if audit.call_bound is None else audit.call_bound.expression


_NO_NUMBER = frozenset({"item", "unbounded", "unknown"})


def _is_sound(claim: str, label: str) -> bool:
    if claim in _NO_NUMBER:
        return claim != "item" or label not in _NO_NUMBER - {"item"}
    return label not in _NO_NUMBER and all(
        mine >= true for mine, true in zip(_values(claim), _values(label), strict=True)
    )


def _is_exact(claim: str, label: str) -> bool:
    if {claim, label} & _NO_NUMBER:
        return claim == label
    return _values(claim) == _values(label)


def _values(expression: str) -> list[int]:
    """What a bound is at each number of options, rounded down."""
    code = compile(expression, "<bound>", "eval")
    return [
        int(eval(code, {"__builtins__": {}, "min": min, "max": max}, {"options": count})) for count in OPTION_COUNTS
    ]


if __name__ == "__main__":
    sys.exit(main())
