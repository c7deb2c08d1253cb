"""Runs every labelled program under scripted solvers and holds its labels against what was seen.

    python corpus/labelled/verify.py [--jobs N] [NAME ...]

Prints contradictions, which end it with exit code 1, and labels that execution could not confirm.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from labelled_programs import LabelledProgram, bound_at, labelled_programs
from scripted_runs import SILENT, ScriptedRun, scripted_runs

from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, GuestError, HostFailure
from cgr_audit.sandbox.threads import map_in_order

__all__ = ["contradictions", "main", "unconfirmed"]

LIMITS = Limits(fuel=3 * 10**10)
MANY = 25
"""Calls that a program without a bound makes under some solver: well above every bound that is a number."""

ENDING = frozenset({"CGR102", "CGR106", "CGR401", "CGR403", "CGR404", "CGR406", "CGR504", "CGR506", "CGR507"})
"""Faults that end a run where they happen, so that what comes after them is not seen."""

_Check = Callable[[LabelledProgram, Sequence[ScriptedRun]], Iterator[str]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Verify the labels of all programs, or of those named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chosen", nargs="*", metavar="NAME", help="families or programs, such as budget/each_option")
    parser.add_argument("--jobs", type=int, default=2, help="how many programs run at once")
    options = parser.parse_args(arguments)
    named = tuple(options.chosen) or ("",)
    chosen = [one for one in labelled_programs() if one.program.startswith(named)]
    run = [one for one in chosen if one.is_run]
    wrong = open_labels = 0
    for labelled, runs in map_in_order(lambda one: (one, scripted_runs(one, limits=LIMITS)), run, options.jobs):
        for text in contradictions(labelled, runs):
            wrong += 1
            sys.stdout.write(f"{labelled.program}: CONTRADICTED: {text}\n")
        for text in unconfirmed(labelled, runs):
            open_labels += 1
            sys.stdout.write(f"{labelled.program}: not confirmed: {text}\n")
    sys.stdout.write(f"{len(chosen)} programs, {len(run)} run: {wrong} contradictions, {open_labels} not confirmed\n")
    return 1 if wrong else 0


def contradictions(labelled: LabelledProgram, runs: Sequence[ScriptedRun]) -> list[str]:
    """What was seen that the labels rule out."""
    checks: tuple[_Check, ...] = (
        _above_bound,
        _clean_fails,
        _literal_varies,
        _unreachable_ran,
        _failure_hidden,
        _blind_prompts_differ,
    )
    return [text for check in checks for text in check(labelled, runs)]


def unconfirmed(labelled: LabelledProgram, runs: Sequence[ScriptedRun]) -> list[str]:
    """What the labels claim and no run has shown."""
    checks: tuple[_Check, ...] = (_bound_not_reached, _answer_never_varies, _fault_not_seen, _item_not_in_prompts)
    return [text for check in checks for text in check(labelled, runs)]


def _above_bound(labelled: LabelledProgram, runs: Sequence[ScriptedRun]) -> Iterator[str]:
    if labelled.call_bound is None:
        return
    for one in runs:
        bound = bound_at(labelled.call_bound, one.options)
        if bound is not None and len(one.run.calls) > bound:
            seen = f"{len(one.run.calls)} calls under {one.solver} with {one.options} options"
            yield f"{seen}, bound {labelled.call_bound}"


def _clean_fails(labelled: LabelledProgram, runs: Sequence[ScriptedRun]) -> Iterator[str]:
    for one in runs if labelled.clean else ():
        if one.faultless and (not isinstance(one.run.outcome, Completed) or one.run.outcome.contract_broken):
            yield f"clean, but under {one.solver} with {one.options} options: {one.run.outcome}"


def _literal_varies(labelled: LabelledProgram, runs: Sequence[ScriptedRun]) -> Iterator[str]:
    if labelled.provenance not in (frozenset({"literal"}), frozenset({"item"}), frozenset({"generator"})):
        return
    by_options = groupby((one for one in runs if one.completed and one.faultless), lambda one: one.options)
    answers = {count: {str(one.answer) for one in group} for count, group in by_options}
    if any(len(seen) > 1 for seen in answers.values()):
        yield f"{', '.join(labelled.provenance)}, but the answer changes with the solver: {answers}"
    if labelled.provenance != frozenset({"item"}) and len(set().union(*answers.values())) > 1:
        yield f"{', '.join(labelled.provenance)}, but the answer changes with the item: {answers}"


def _unreachable_ran(labelled: LabelledProgram, runs: Sequence[ScriptedRun]) -> Iterator[str]:
    if "CGR002" in labelled.codes:
        return
    ran = {line for one in runs for line in one.run.lines}
    for finding in labelled.findings:
        if finding.code == "CGR503" and ran & set(finding.lines):
            yield f"line {finding.lines} ran, though no path reaches it"


def _failure_hidden(labelled: LabelledProgram, runs: Sequence[ScriptedRun]) -> Iterator[str]:
    if "CGR501" in labelled.codes | labelled.open_codes:
        return
    for one in runs:
        if one.failing and one.completed and one.run.calls:
            yield f"every call failed and the program answered {one.answer!r}, but CGR501 is not labelled"


def _blind_prompts_differ(labelled: LabelledProgram, runs: Sequence[ScriptedRun]) -> Iterator[str]:
    if "CGR209" in labelled.codes and len(_prompts_by_item(runs)) > 1:
        yield "the prompts differ with the item"


def _prompts_by_item(runs: Sequence[ScriptedRun]) -> set[tuple[str, ...]]:
    """What the silent solver was asked, item by item; each different conversation once."""
    return {tuple(call.prompt for call in one.run.calls) for one in runs if one.solver == SILENT}


def _bound_not_reached(labelled: LabelledProgram, runs: Sequence[ScriptedRun]) -> Iterator[str]:
    if labelled.call_bound in (None, "unknown") or labelled.codes & ENDING:
        return
    most = max((len(one.run.calls) for one in runs), default=0)
    if labelled.call_bound == "unbounded":
        if most < MANY:
            yield f"unbounded, at most {most} calls seen"
        return
    reached = any(len(one.run.calls) == bound_at(labelled.call_bound, one.options) for one in runs)
    if not reached:
        yield f"bound {labelled.call_bound}, at most {most} calls seen"


def _answer_never_varies(labelled: LabelledProgram, runs: Sequence[ScriptedRun]) -> Iterator[str]:
    if labelled.provenance and labelled.provenance & {"solver", "selected"} and not labelled.codes & ENDING:
        answers = {str(one.answer) for one in runs if one.completed and one.faultless}
        if len(answers - {"None"}) < 2:
            yield f"{', '.join(sorted(labelled.provenance))}, but every run answered {sorted(answers)}"


def _fault_not_seen(labelled: LabelledProgram, runs: Sequence[ScriptedRun]) -> Iterator[str]:
    errors = {one.run.outcome.type_name for one in runs if isinstance(one.run.outcome, GuestError)}
    broken = any(isinstance(one.run.outcome, Completed) and one.run.outcome.contract_broken for one in runs)
    failed = any(not isinstance(one.run.outcome, Completed) for one in runs)
    silent = [one.answer for one in runs if (one.solver == SILENT or one.failing) and one.completed]
    seen = {
        "CGR001": bool(errors & {"SyntaxError", "IndentationError", "TabError"}),
        "CGR101": failed,
        "CGR102": any(isinstance(one.run.outcome, HostFailure | GuestError) for one in runs),
        "CGR103": broken,
        "CGR104": broken,
        "CGR106": "TypeError" in errors,
        "CGR108": not any(one.run.calls for one in runs),
        "CGR401": bool(errors & {"ModuleNotFoundError", "ImportError"}),
        "CGR501": any(one.completed for one in runs if not one.faultless),
        "CGR502": any(one.answer == "X" for one in runs),
        "CGR504": bool(errors & {"NameError", "UnboundLocalError"}),
        "CGR506": bool(errors & {"AttributeError", "ImportError"}),
        "CGR507": "TypeError" in errors,
    }
    if "CGR202" in labelled.codes:
        seen["CGR202"] = any(isinstance(answer, str) and answer != "X" for answer in silent)
    for code in sorted(labelled.codes & seen.keys()):
        if not seen[code]:
            yield f"{code} not seen; errors: {', '.join(sorted(errors)) or 'none'}"


def _item_not_in_prompts(labelled: LabelledProgram, runs: Sequence[ScriptedRun]) -> Iterator[str]:
    prompts = _prompts_by_item(runs)
    takes_item = (
        re.search(rb"def (solve|scaffold|answer|forward)\w*\((question|item|self, taskInfo)\b", labelled.source)
        is not None
    )
    if takes_item and "CGR209" not in labelled.codes and any(prompts) and len(prompts) < 2:
        yield "the prompts are the same for every item, but CGR209 is not labelled"


if __name__ == "__main__":
    raise SystemExit(main())
