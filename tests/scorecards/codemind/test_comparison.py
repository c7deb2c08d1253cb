"""When a prediction counts as right: each rule, and the authors' own verdicts."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.scorecards.codemind.comparison import cut_response, folded, is_same_output, prediction


@pytest.mark.parametrize(
    ("predicted", "expected"),
    [
        ("101", "101"),
        ("\n101\n", "101"),
        (" [1,2,\n 3] ", "[1, 2, 3]"),
        ("[1, 2]\r\n", "[1, 2]"),
        ("[1,\r2]", "[1, 2]"),
        ('"heo"', "'heo'"),
        ("heo", "'heo'"),
        ("'heo'", "heo"),
        ("`heo`", "'heo'"),
        ("`[1]`", "[1]"),
        ("'heo`", "`heo"),
        ('["a"]', "['a']"),
        ("ab c", "a bc"),
        ("7[END-OF-RESPONSE]", "7"),
        ("7\n[END-OF-RESPONSE]\n", "7"),
        ("[END-OF-RESPONSE]7[END-OF-RESPONSE]", "7"),
        ("", "''"),
        ("'", "`"),
    ],
)
def test_a_prediction_is_right_where_only_blanks_quotes_at_the_ends_and_marks_differ(
    predicted: str, expected: str
) -> None:
    assert is_same_output(predicted, expected)


@pytest.mark.parametrize(
    ("predicted", "expected", "why"),
    [
        ("1.0", "1", "there is no tolerance, and types differ in their text"),
        ("0.30000000000000004", "0.3", "nor for rounding"),
        ("True", "true", "case counts"),
        ("[2, 1]", "[1, 2]", "order counts"),
        ("(1, 2)", "[1, 2]", "brackets count"),
        ("''a''", "'a'", "only one quote goes at either end"),
        ("``a``", "a", "only one backtick goes at either end"),
        ("['a']", "[a]", "quotes inside stay"),
        ("a\tb", "ab", "a tab is not a space"),
        ("'7'[END-OF-RESPONSE]", "7", "the mark goes after the quotes, so the last quote stays"),
        ("7", "7[END-OF-RESPONSE]", "the mark goes from the prediction alone"),
        ("The output is 7", "7", "words around it count"),
        ("", "None", "nothing is not None"),
    ],
)
def test_a_prediction_is_wrong_where_anything_else_differs(predicted: str, expected: str, why: str) -> None:
    assert not is_same_output(predicted, expected), why


def as_a_file_in_text_mode(text: str) -> str:
    return io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8").read()


def naively_folded(text: str) -> str:
    kept = ["'" if letter == '"' else letter for letter in as_a_file_in_text_mode(text) if letter not in "\n "]
    if kept and kept[0] in "'`":
        del kept[0]
    if kept and kept[-1] in "'`":
        del kept[-1]
    return "".join(kept)


TEXTS = st.lists(
    st.sampled_from(["'", '"', "`", " ", "\n", "\r", "\r\n", "a", "1", "[", "]", "\t", "[END-OF-RESPONSE]", "é"]),
    max_size=8,
).map("".join)


@given(TEXTS, TEXTS)
def test_the_comparison_is_that_of_files_read_letter_by_letter(predicted: str, expected: str) -> None:
    said = "".join(naively_folded(predicted).split("[END-OF-RESPONSE]"))
    assert is_same_output(predicted, expected) == (said == naively_folded(expected))


@given(TEXTS)
def test_a_text_folds_as_letter_by_letter(text: str) -> None:
    assert folded(text) == naively_folded(text)


@pytest.mark.parametrize(
    ("response", "cut"),
    [
        ("7", "7"),
        ("<<<Analysis>>> six <<<Output>>>\n7\n[END-OF-RESPONSE]\nmore", "\n7\n"),
        ("<<<Output>>>1[END-OF-RESPONSE]<<<Output>>>2[END-OF-RESPONSE]3[END-OF-RESPONSE]", "2"),
        ("[END-OF-RESPONSE]<<<Output>>>4", "4"),
        ("5[END-OF-RESPONSE]", "5"),
        ("<<<Output>>>", ""),
    ],
)
def test_a_response_is_cut_to_what_follows_the_last_mark_of_the_output(response: str, cut: str) -> None:
    assert cut_response(response) == cut


def test_a_row_predicts_what_it_says_else_what_its_response_says() -> None:
    assert prediction("7", "<<<Output>>>8") == "7"
    assert prediction(None, "<<<Output>>>8") == "8"
    assert prediction("so <<<Output>>>8[END-OF-RESPONSE] then", None) == "8"
    assert prediction("7[END-OF-RESPONSE]", None) == "7[END-OF-RESPONSE]"
    assert prediction(None, None) is None


COUNTS = {
    ("MBPP", "GPT_4"): 343,
    ("MBPP", "GPT_3.5"): 309,
    ("MBPP", "MagicCoder"): 249,
    ("MBPP", "DeepSeek"): 236,
    ("MBPP", "CodeLlama"): 160,
    ("HumanEval", "GPT_4"): 142,
    ("HumanEval", "GPT_3.5"): 113,
    ("HumanEval", "MagicCoder"): 88,
    ("HumanEval", "DeepSeek"): 68,
    ("HumanEval", "CodeLlama"): 75,
}


@pytest.mark.parametrize(("benchmark", "model"), COUNTS, ids="-".join)
def test_the_rows_counted_right_are_those_that_the_authors_counted(
    data_folder: Path, benchmark: str, model: str
) -> None:
    path = data_folder / "codemind_ier" / f"{benchmark}__{model}.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    ours = {row["id"] for row in rows if is_same_output(row["predicted"], row["expected"])}
    assert ours == {row["id"] for row in rows if row["authors_correct"]}
    assert len(ours) == COUNTS[benchmark, model]
