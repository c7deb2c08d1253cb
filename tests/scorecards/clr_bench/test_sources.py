"""Answers that are compared, rationales with scores from three sources, and models by size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from scipy.stats import rankdata, spearmanr
from statsmodels.stats.inter_rater import cohens_kappa, to_table

from cgr_audit.accuracy.intervals.interval import Resampling
from cgr_audit.scorecards.clr_bench.answers import answer_score
from cgr_audit.scorecards.clr_bench.overrides import Overrides
from cgr_audit.scorecards.clr_bench.question_type import QuestionType
from cgr_audit.scorecards.clr_bench.scorer import ClrBench
from cgr_audit.scorecards.codesteps.similarity.token_set import TokenSet
from cgr_audit.scorecards.row_source import Rows, RowSource
from cgr_audit.scorecards.scorecard import Scored, score

ANSWERED = {"type": "MC", "model": "m", "answer": "B", "gold": "B"}


def scored(*records: Mapping[str, Any], scorer: ClrBench | None = None) -> Scored:
    """Rows with ids in order."""
    rows = [{"id": number, **record} for number, record in enumerate(records)]
    places = [f"rows.jsonl:{number}" for number in range(1, len(rows) + 1)]
    source = RowSource("rows.jsonl", "0" * 64, len(rows))
    return score(scorer or ClrBench(), Rows(rows, places, (), (source,)), resampling=Resampling(50, 0, 0.95))


def found(result: Scored, name: str) -> list[Any]:
    return list(result.scored.found_of_rows[name])


@pytest.mark.parametrize(
    ("kind", "answer", "gold", "expected"),
    [
        ("MC", " (b). ", "B", 1),
        ("MC", "**B**", "B", 1),
        ("MC", "B) Stack", "B", 0),
        ("MC", "C", "B", 0),
        ("TF", True, "True", 1),
        ("TF", "F", False, 1),
        ("TF", "true.", "f", 0),
        ("TF", "not true", "true", 0),
        ("FB", "  Breadth-First   Search. ", "breadth-first search", 1),
        ("FB", "ﬁrst", "FIRST", 1),
        ("FB", ["push", "pop"], ["Push", "Pop"], 1),
        ("FB", ["pop", "push"], ["push", "pop"], 0),
        ("FB", "O(n)", "O(n)", 1),
        ("MS", "A, C", ["C", "A"], 1),
        ("MS", "A and C", "A;C", 1),
        ("MS", ["A", "A"], "A, C", 0.5),
        ("MS", "A, B", "A, C", 0),
        ("MS", "A, B, C", "A, C", 0),
        ("MS", "", "A, C", 0),
    ],
)
def test_an_answer_is_compared_after_the_normalisation_and_ms_may_be_half_right(
    kind: str, answer: Any, gold: Any, expected: float
) -> None:
    assert answer_score(QuestionType(kind), answer, gold) == expected


def test_an_answer_with_its_gold_is_scored_and_an_open_ended_one_is_not() -> None:
    result = scored(
        {**ANSWERED, "rationale_score": 1},
        {**ANSWERED, "type": "MS", "gold": "A, B", "rationale_score": 1},
        {**ANSWERED, "type": "OE", "rationale_score": 1, "answer_score": None},
        {**ANSWERED, "answer_score": 0, "rationale_score": 1},
    )
    assert found(result, "settled_answer_score") == [1, 0.5, None, 0]
    assert found(result, "combined_score") == [1, 0.75, None, 0.5]
    assert result.overall.dropped == (("answer_without_score", 1),)
    assert "Answers are compared after the normalisation nfkc-casefold-1; MS by the rule subset-half-1." in (
        result.scored.notes
    )


def test_a_person_counts_before_the_filter_and_the_filter_before_the_judge() -> None:
    judged = {**ANSWERED, "judge": "j", "judge_score": 0.5}
    result = scored(
        {**ANSWERED, "similarity": 0.5},
        {**ANSWERED, "similarity": 0.49},
        {**judged, "similarity": 0.9},
        {**judged, "similarity": 0.1},
        {**judged, "similarity": 0.1, "human_score": 1},
        {**judged, "judge_score": None, "similarity": 0.9},
        {**judged, "judge_score": None},
        {**judged, "rationale_score": 0},
        {**ANSWERED, "rationale_score": None},
    )
    assert found(result, "settled_rationale_score") == [1, 0, 0.5, 0, 1, None, None, 0, None]
    assert found(result, "rationale_source") == [
        "filter", "filter", "judge", "filter", "human", None, None, "row", None,
    ]  # fmt: skip
    assert result.overall.dropped == (("rationale_without_score", 3),)
    assert [tuple(line.values()) for line in result.scored.found["rationale-sources"]] == [
        ("filter", 6, 0.5, 0.5, 0, 0.5, 3),
        ("judge", 4, 0.5, 0, 1, 0, 1),
        ("human", 1, 1, 0, 0, 1, 1),
    ]
    assert "Rationales less similar to their reference than 0.5, by the rows' own similarity, count as wrong." in (
        result.scored.notes
    )


def test_similarity_is_computed_where_rows_have_both_texts() -> None:
    texts = {"rationale": "a stack is last in first out", "reference_rationale": "last in first out", "similarity": 0}
    result = scored({**ANSWERED, **texts}, {**ANSWERED, "similarity": 0.2}, scorer=ClrBench(0.5, TokenSet()))
    assert found(result, "settled_rationale_score") == [1, 0]


def test_a_response_that_cannot_be_used_is_wrong_and_said() -> None:
    result = scored(
        {"type": "OE", "model": "m", "status": "unparsed"}, {**ANSWERED, "rationale_score": 1, "status": "answered"}
    )
    assert found(result, "combined_score") == [0, 1]
    assert result.scored.notes[-2:] == (
        "Answers are compared after the normalisation nfkc-casefold-1; MS by the rule subset-half-1.",
        "1 row without a response of the form that was asked for: unparsed 1.",
    )
    assert "Rows without a usable response count as a wrong answer with a wrong rationale." in result.scored.notes


def test_cohens_kappa_of_each_two_sources_is_that_of_statsmodels_and_by_hand() -> None:
    generator = np.random.default_rng(5)
    said = generator.choice((0.0, 0.5, 1.0), size=(60, 2))
    said[:30, 1] = said[:30, 0]
    rows = [
        {**ANSWERED, "judge": "j", "judge_score": judge, "human_score": human, "similarity": similarity}
        for (judge, human), similarity in zip(said.tolist(), generator.random(60).tolist(), strict=True)
    ]
    result = scored(*rows, {**ANSWERED, "judge": "j", "judge_score": 1})
    division = next(one for one in result.divisions if one.name == "rationale-agreement")
    kappas = {dict(group.labels)["sources"]: group.figures for group in division.groups}
    filtered = np.array([float(row["similarity"] >= 0.5) for row in rows])
    for name, one, other in (
        ("filter and judge", filtered, said[:, 0]),
        ("filter and human", filtered, said[:, 1]),
        ("judge and human", said[:, 0], said[:, 1]),
    ):
        kappa, agreed = kappas[name]
        table, _ = to_table(np.column_stack([2 * one, 2 * other]).astype(int), bins=3)
        assert kappa.rate == pytest.approx(cohens_kappa(table).kappa, abs=1e-12)
        assert (agreed.rate, kappa.rows) == (pytest.approx(float((one == other).mean())), 60)
    # Agreed on 2 of 4; the first says 1, 1, 0, 0 and the second 1, 0, 0, 0.5: chance is (2·1 + 2·2) / 16.
    four = [
        {**ANSWERED, "judge": "j", "judge_score": judge, "human_score": human}
        for judge, human in ((1, 1), (1, 0), (0, 0), (0, 0.5))
    ]
    (group,) = next(one for one in scored(*four).divisions if one.name == "rationale-agreement").groups
    assert group.figures[0].rate == pytest.approx((2 / 4 - 6 / 16) / (1 - 6 / 16), abs=1e-12)


def test_models_are_ranked_by_size_and_size_is_correlated_with_scores() -> None:
    scores = {"a": (7, 1.0, 0.0), "b": (70, 1.0, 1.0), "c": (1.5, 0.0, 1.0), "d": (None, 1.0, 1.0)}
    rows = [
        {"type": "MC", "model": name, "model_size": size, "answer_score": answer, "rationale_score": rationale}
        for name, (size, answer, rationale) in scores.items()
    ]
    result = scored(*rows)
    assert [(line["model"], line["size"], line["rank"]) for line in result.scored.found["by-model-size"]] == [
        ("b", 70, 1),
        ("a", 7, 4),
        ("c", 1.5, 3),
    ]
    by_figure = {line["figure"]: line["spearman"] for line in result.scored.found["model-size-correlation"]}
    sizes = (7, 70, 1.5)
    assert by_figure["Q→A"] == pytest.approx(np.corrcoef(rankdata(sizes), rankdata((1, 1, 0)))[0, 1])
    assert by_figure["Q→AR"] == pytest.approx(spearmanr(sizes, (0, 1, 0.5)).statistic) == pytest.approx(0.5)
    assert scored(*rows[:2]).scored.found["model-size-correlation"][0]["spearman"] is None
    other = scored(rows[0], {**rows[0], "model_size": 8})
    assert other.bad == ("rows.jsonl:2: /model_size: 8, and rows.jsonl:1 has 7 of the same model",)
    assert other.overall.dropped == (("bad_row", 1),)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"rationale_score": 1}, "/answer_score: is not there, and answer and gold are not both there"),
        (
            {"answer_score": 1},
            "/rationale_score: is not there, and nothing that it follows from: judge_score, similarity or texts",
        ),
        ({"answer_score": 1, "rationale": "a", "reference_rationale": "b"}, None),
        ({"answer_score": None, "rationale_score": None}, None),
        ({"status": "truncated"}, None),
    ],
)
def test_a_row_without_a_score_and_without_what_it_follows_from_is_refused(
    fields: dict[str, Any], fault: str | None
) -> None:
    assert ClrBench(overrides=Overrides()).fault({"id": 1, "type": "MC", "model": "m", **fields}) == fault
