"""Lines of code, own against reference complexity, ranks of models, and direct prompts against chain of thought."""

from __future__ import annotations

from typing import Any

import pytest
from scipy.stats import kendalltau, spearmanr

from cgr_audit.schema import check_record
from cgr_audit.scorecards.scorecard import Scored
from cgr_audit.scorecards.scorecard_files import scorecard_record
from cgr_audit.scorecards.tables import scorecard_tables
from tests.scorecards.codemind.conftest import ADD, differences, figure, row, scored_of

BRANCH = "def f(x):\n    if x: return x\n    return x + 1\n"
LOOPS = "def f(x):\n    for y in x:\n        for z in y:\n            if z: return 1\n"


def der(program: str | None, reference: str | None, **fields: Any) -> dict[str, Any]:
    return row(task="der", generated_program=program, program=reference, passed=program is not None, **fields)


def parts(scored: Scored, name: str) -> list[tuple[str, int, int | None]]:
    (division,) = [one for one in scored.divisions if one.name == name]
    return [(group.labels[0][1], group.main.rows, group.main.correct) for group in division.groups]


def test_lines_with_code_are_counted_and_rows_divided_by_them() -> None:
    source = '''"""Module."""

# comment
def f(x):  # adds
    """Two
    lines."""
    text = """a

    b"""
    return (
        x +
        1
    )
'''
    scored = scored_of(row(program=source), row(program=ADD, predicted="2"), row(program="x = 1;\n"))
    assert scored.scored.found_of_rows["lines"] == [8, 2, 1]
    assert parts(scored, "by-lines") == [("1", 1, 1), ("2–3", 1, 0), ("8–15", 1, 1)]


def test_rows_are_divided_by_how_deep_loops_are_nested() -> None:
    inner = "def f(x):\n    for y in x:\n        def g():\n            while y: pass\n"
    scored = scored_of(row(program=ADD), row(program=LOOPS), row(program=inner), row(program=inner))
    assert scored.scored.found_of_rows["loops"] == [0, 2, 2, 2]
    assert parts(scored, "by-loop-nesting") == [("0", 1, 1), ("1", 2, 2), ("2", 1, 1)]


def test_own_complexity_stands_next_to_the_references() -> None:
    scored = scored_of(
        der(LOOPS, ADD, model="a"),
        der(BRANCH, BRANCH, model="a", predicted="2"),
        der(ADD, LOOPS, model="b"),
        der(ADD, BRANCH, model="b", predicted="2"),
        der(ADD, None, model="b"),
        der(None, LOOPS, model="b"),
    )
    everything, first, second = scored.scored.found["own_complexity"]
    assert everything == {
        "task": "all", "benchmark": "all", "model": "all", "programs": 4, "own_mean": 2.0, "reference_mean": 2.25,
        "own_median": 1.5, "reference_median": 2.0, "lower": 2, "same": 1, "higher": 1,
    }  # fmt: skip
    assert (first["model"], first["programs"], first["own_mean"], first["reference_mean"]) == ("a", 2, 3.0, 1.5)
    assert (second["model"], second["lower"], second["same"], second["higher"]) == ("b", 2, 0, 0)
    assert parts(scored, "by-own-complexity") == [("lower", 2, 1), ("same", 1, 0), ("higher", 1, 1)]
    assert scored.scored.found_of_rows["reference_complexity"] == [1, 2, 4, 2, None, 4]
    assert check_record("scorecard", scorecard_record(scored)) is None


def test_models_are_ranked_by_synthesis_and_by_reasoning() -> None:
    passing, right = {"a": 4, "b": 3, "c": 3, "d": 1}, {"a": 3, "b": 4, "c": 1, "d": 2}
    programs = [
        row(task="sr", setting="with_test", model=model, generated_program=ADD, passed=at < count)
        for model, count in passing.items()
        for at in range(4)
    ]
    predictions = [
        row(model=model, predicted="1" if at < count else "2") for model, count in right.items() for at in range(4)
    ]
    scored = scored_of(*programs, *predictions, row(model="e"), row(model="a", benchmark="other"))
    (record,) = scored.scored.found["model_ranks"]
    assert (record["benchmark"], record["synthesis"], record["reasoning"]) == ("b", "SR with tests", "IER")
    rho = spearmanr(list(passing.values()), list(right.values())).statistic
    tau = kendalltau(list(passing.values()), list(right.values()))
    assert (record["models"], record["rho"], record["tau"]) == (4, pytest.approx(rho), pytest.approx(tau.statistic))
    assert record["rho"] == pytest.approx(1.5 / (4.5 * 5) ** 0.5)
    assert record["tau"] == pytest.approx((3 - 2) / (5 * 6) ** 0.5)
    assert record["rho_p_value"] == 1
    assert record["tau_p_value"] == pytest.approx(tau.pvalue)
    assert "model-ranks" in {table.name for table in scorecard_tables(scored)}


def test_der_ranks_models_too_and_equal_rates_have_no_correlation() -> None:
    rows = [der(ADD, ADD, model=model, predicted=guess) for model, guess in zip("abc", "121", strict=True)]
    (record,) = scored_of(*rows).scored.found["model_ranks"]
    assert (record["synthesis"], record["reasoning"], record["models"], record["rho"]) == ("DER", "DER", 3, None)
    assert scored_of(*rows[:2]).scored.found["model_ranks"] == []


def test_direct_prompts_and_chain_of_thought_are_compared_over_the_items_that_have_both() -> None:
    scored = scored_of(
        row(id=1, prompting="cot"),
        row(id=2, prompting="cot"),
        row(id=3, prompting="cot"),
        row(id=4, setting="Chain-of-Thought", predicted="2"),
        row(id=1, prompting="direct"),
        row(id=2, setting="direct", predicted="2"),
        row(id=2, predicted="2"),
        row(id=1, task="sr", setting="no_test", prompting="cot", generated_program=ADD, passed=True),
    )
    assert figure(scored, "crr_cot") == (4, 3, 0.75)
    assert figure(scored, "crr_direct") == (2, 1, 0.5)
    assert figure(scored, "crr") == (7, 4, pytest.approx(4 / 7))
    assert scored.scored.found_of_rows["prompting_read"] == ["cot"] * 4 + ["direct"] * 2 + [None] * 2
    assert differences(scored, "promptings") == {"chain of thought − direct": (0.5, 1.0, 0.5, 2)}


def test_differences_are_drawn_item_by_item() -> None:
    rows = [
        row(id=number, prompting=prompting, predicted=predicted)
        for number in range(20)
        for prompting, predicted in (("cot", "1" if number % 2 else "2"), ("direct", "1" if number % 2 else "2"))
    ]
    (division,) = (one for one in scored_of(*rows).divisions if one.name == "promptings")
    interval = division.groups[0].figures[0].interval
    assert (interval.low, interval.high) == (0, 0)  # no item differs, whichever are drawn


def test_one_case_asked_in_two_ways_is_two_rows() -> None:
    scored = scored_of(row(id=1, prompting="cot"), row(id=1, prompting="direct"))
    assert figure(scored, "crr") == (2, 2, 1)


def test_the_mutation_of_a_misleading_test_stays_in_the_row() -> None:
    mutation = {"rule": "add-one", "original": "2", "shown": "3"}
    record = row(id=1, task="sr", setting="misleading_test", generated_program=ADD, passed=True, mutation=mutation)
    assert check_record("codemind_row", record) is None
    assert check_record("codemind_row", record | {"mutation": {"rule": "add-one"}}) is not None
    assert list(scored_of(record).scored.table()["mutation"]) == [mutation]
