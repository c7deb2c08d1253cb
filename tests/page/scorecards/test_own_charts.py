"""Charts of ReTraceQA and CLR-Bench: two accuracies joined, judges side by side, guesses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.page.charts.chart import Chart
from cgr_audit.page.charts.drawing import svg
from cgr_audit.page.scorecards.page import scorecard_charts
from cgr_audit.page.scorecards.two_rates import TwoRates
from cgr_audit.scorecards.clr_bench.scorer import ClrBench
from cgr_audit.scorecards.retraceqa.scorer import ReTraceQa
from cgr_audit.scorecards.row_source import Rows, RowSource
from cgr_audit.scorecards.scorecard import Scored, Scorer, score

TRACE = {"dataset": "csqa", "steps": ["a", "b"], "answer_correct": True, "judge": "j"}


def scored(scorer: Scorer, *records: Mapping[str, Any]) -> Scored:
    places = [f"rows.jsonl:{number}" for number in range(1, len(records) + 1)]
    source = RowSource("rows.jsonl", "0" * 64, len(records))
    rows = Rows([dict(one) for one in records], places, (), (source,))
    return score(scorer, rows, resampling=Resampling(100, 0, 0.95))


def chart(result: Scored, name: str) -> Chart:
    return next(one for one in scorecard_charts(result) if one.name == name)


def test_two_accuracies_are_joined_with_the_best_by_the_second_first() -> None:
    sound, flawed = {"first_error": -1}, {"first_error": 0}
    found = scored(
        ReTraceQa(),
        *({**TRACE, **sound, "id": number, "model": "sound", "predicted_first_error": -1} for number in range(12)),
        *({**TRACE, **flawed, "id": number, "model": "lucky", "predicted_first_error": 0} for number in range(12)),
    )
    drawn = chart(found, "retraceqa-answers-and-reasoning")
    assert drawn.title == (
        "Reasoning-aware lies 0.00 to 100.00 points below answer-only in 2 groups, in 1 of them within its interval."
    )
    assert drawn.alternative == "sound 100.00 % and 100.00 % (12 traces); lucky 100.00 % and 0.00 % (12 traces)."
    assert "the highest reasoning-aware first" in drawn.caption


def test_two_accuracies_of_few_rows_are_not_compared_in_the_title() -> None:
    records = [
        {**TRACE, "judge": None, "id": number, "model": model, "first_error": 0 if model == "lucky" else -1}
        for model, rows in (("sound", 12), ("lucky", 9))
        for number in range(rows)
    ]
    drawn = chart(scored(ReTraceQa(), *records), "retraceqa-answers-and-reasoning")
    assert drawn.title == "Reasoning-aware lies where answer-only does for sound."
    assert drawn.caption.endswith(" The title leaves those of few traces aside.")
    assert chart(scored(ReTraceQa(), *records[8:]), "retraceqa-answers-and-reasoning").title == (
        "Answer-only and reasoning-aware: no group has 10 traces, too few to compare."
    )


def test_two_accuracies_are_drawn_of_two_groups_that_have_both_and_not_of_fewer() -> None:
    annotated = {**TRACE, "id": 1, "model": "one", "first_error": 0, "predicted_first_error": 0}
    found = scored(ReTraceQa(), annotated, {**annotated, "model": "other", "first_error": None})
    assert TwoRates("name", "by-model", "answer_only", "reasoning_aware")(found) is None
    assert TwoRates("name", "by-nothing", "answer_only", "reasoning_aware")(found) is None


def test_judges_stand_side_by_side_the_best_first() -> None:
    pairs = [(-1, -1, 0), (-1, -1, -1), (0, 0, 1), (1, 1, 1)] * 12
    records = [
        {**TRACE, "id": number, "model": "m", "first_error": first, "judge": judge, "predicted_first_error": predicted}
        for number, (first, *said) in enumerate(pairs)
        for judge, predicted in zip(("good", "half"), said, strict=True)
    ]
    drawn = chart(scored(ReTraceQa(), *records), "retraceqa-judges")
    assert drawn.title == "F1 by judge: 50.00 % (half) to 100.00 % (good)."
    assert drawn.alternative.startswith(
        "good 100.00 % (100.00 to 100.00 %, no width, 48 traces), correct 100.00 %, error 100.00 %; half "
    )
    assert "; half 50.00 % (" in drawn.alternative


def test_a_judge_of_one_flawed_trace_is_not_the_best() -> None:
    records = [
        {
            **TRACE, "id": f"{judge} {number}", "model": "m", "first_error": first, "judge": judge,
            "predicted_first_error": first,
        }
        for judge, flawed in (("of one", 1), ("of many", 20))
        for number, first in enumerate([0] * flawed + [-1] * 30)
    ]  # fmt: skip
    assert chart(scored(ReTraceQa(), *records), "retraceqa-judges").title == (
        "F1 by judge: 100.00 % (100.00 to 100.00 %, no width) for of many."
    )


def test_judges_without_an_f1_are_not_drawn() -> None:
    found = scored(ReTraceQa(), {**TRACE, "id": 1, "model": "m", "first_error": -1, "predicted_first_error": -1})
    assert "retraceqa-judges" not in [one.name for one in scorecard_charts(found)]


def test_guesses_are_drawn_for_each_model_with_right_answers() -> None:
    rows = [
        {"id": number, "type": "MC", "model": model, "answer_score": 1, "rationale_score": rationale}
        for model, rationale in (("guesses", 0), ("knows", 1))
        for number in range(12)
    ]
    drawn = chart(scored(ClrBench(), *rows), "clr-bench-by-model-guess-rate")
    assert drawn.title == "Guessed by model: 0.00 % (knows) to 100.00 % (guesses)."


def test_an_agreement_below_chance_is_inside_its_chart() -> None:
    def annotated(number: int, dataset: str, *said: int) -> list[dict[str, Any]]:
        trace = {**TRACE, "id": number, "model": "m", "dataset": dataset, "judge": None}
        return [{**trace, "annotator": str(place), "first_error": first} for place, first in enumerate(said)]

    found = scored(
        ReTraceQa(),
        *(row for number in range(4) for row in annotated(number, "apart", -1, 0)),
        *(row for number in range(4) for row in annotated(number, "alike", number % 2 - 1, number % 2 - 1)),
    )
    drawn = chart(found, "retraceqa-agreement")
    assert "apart −100.00 %" in drawn.alternative
    domains = [
        layer["encoding"]["x"]["scale"]["domain"]
        for layer in drawn.specification["layer"]
        if "scale" in layer["encoding"].get("x", {})
    ]
    assert domains == [[-100.0, 100]]


def test_names_that_mean_something_to_vega_and_names_that_hide_something_are_drawn_and_shown() -> None:
    names = ("if", "length", "data", "\u202ekcab", "</script>")
    records = [
        {**TRACE, "id": number, "model": name, "first_error": first, "judge": name, "predicted_first_error": -1}
        for name in names
        for number, first in enumerate((-1, 0, -1))
    ]
    found = scored(ReTraceQa(), *records)
    for name in ("retraceqa-answers-and-reasoning", "retraceqa-judges"):
        drawn = chart(found, name)
        assert svg(drawn).startswith("<svg")
        assert "\u202e" not in drawn.alternative
