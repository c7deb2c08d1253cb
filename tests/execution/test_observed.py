"""From what runs show to findings."""

from __future__ import annotations

from cgr_audit.audit.fingerprints import fingerprint
from cgr_audit.audit.record import finding_record
from cgr_audit.audit.registry import load_registry
from cgr_audit.execution.observed import Observed, Seen, observed_findings
from cgr_audit.schema import check_record
from cgr_audit.source.program import Program

METAS = load_registry().metas
PROGRAM = Program("p.py", "programs/p.py", "def solve():\n    räise_it()  \n".encode())


def test_the_same_cause_is_one_finding_that_counts_its_runs() -> None:
    seen = [Seen(Observed.RUNTIME_ERROR, "KeyError 2", f"line 2: KeyError: {n}", f"run {n}", 2) for n in range(3)]
    (finding,) = observed_findings(PROGRAM, seen, METAS)
    assert finding.message == "line 2: KeyError: 0 (run 0; 2 more runs)"
    assert (finding.code, finding.slug, str(finding.span)) == ("CGR904", "runtime-error", "2:5-2:15")


def test_what_all_runs_on_an_item_show_is_counted_in_items() -> None:
    for code in (Observed.SOLVER_INSENSITIVE, Observed.CONSTANT_HINT, Observed.DOMINANT_ANSWER):
        seen = [Seen(code, "answer", "said", f"on the item 'q{n}'") for n in range(3)]
        (finding,) = observed_findings(PROGRAM, seen, METAS)
        assert finding.message == "said (on the item 'q0'; 2 more items)"


def test_other_causes_are_other_findings_sorted_by_code_with_names_of_their_own() -> None:
    seen = [
        Seen(Observed.LIMIT_EXCEEDED, "fuel", "too much fuel", "run 1"),
        Seen(Observed.RUNTIME_ERROR, "KeyError 2", "a", "run 1", 2),
        Seen(Observed.RUNTIME_ERROR, "ValueError 9", "b", "run 2", 9),
    ]
    found = observed_findings(PROGRAM, seen, METAS)
    assert [(finding.code, finding.message) for finding in found] == [
        ("CGR904", "a (run 1)"), ("CGR904", "b (run 2)"), ("CGR905", "too much fuel (run 1)"),
    ]  # fmt: skip
    assert [finding.span is None for finding in found] == [False, True, True]
    assert len({fingerprint(finding, PROGRAM.program_id) for finding in found}) == 3


def test_their_records_say_that_they_were_observed_and_fit_the_schema() -> None:
    seen = [Seen(Observed.BUDGET_OVERRUN, "budget", "11 calls", "run 1")]
    (finding,) = observed_findings(PROGRAM, seen, METAS)
    record = finding_record(PROGRAM, finding)
    assert (record["program_id"], record["path"]) == ("p.py", "programs/p.py")
    assert (record["span"], record["source"]) == (None, "observed")
    assert check_record("finding", record) is None


def test_what_no_rule_is_about_is_left_out() -> None:
    seen = [Seen(Observed.BUDGET_OVERRUN, "budget", "11 calls", "run 1")]
    assert observed_findings(PROGRAM, seen, {}) == ()
