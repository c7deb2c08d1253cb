from __future__ import annotations

import time

import pytest

from cgr_audit.extractors.anchored import ANCHORED

LETTERS = ("A", "B", "C", "D", "I")


def answer(response: str, option_ids: tuple[str, ...] = LETTERS) -> str | None:
    return ANCHORED.extract(response, option_ids, tuple("one" for _ in option_ids))


@pytest.mark.parametrize(
    "response",
    [
        "Answer: B", "ANSWER: B", "answer:B", "answer : B", "**Answer: (B)**", "**Answer:** B", "**Answer**: B",
        "Answer: **B**", "Answer: B) two", "Answer: [B]", "Answer:\n\n**B**", "### Answer: B", "Answer - B",
        "Answer = B",
        "Final answer: B.", "The answer is B", "The answer is: B", "the correct answer is (B), two.",
        "The best option is B", "My choice: B", "The correct choice would be B", "The answer is option B because",
        "The answer is the letter B", "So the answer is most likely B", "The answer is **B**, two",
        '{"answer": "B"}', "{'answer': 'B', 'why': 'A'}", "<answer>B</answer>", "<answer>\nB\n</answer> A",
        "\\boxed{B}", "$\\boxed{\\text{B}}$", "the answer is \\(\\boxed{B}\\)", "The answer is $B$.",
        "A man went so C is wrong. Answer: B", "Answer\uff1aB", "answer: b", "the answer is (b)", "Answer: b) two",
        "The answer is B. C joined later.", "The answer is B and A is wrong", "The answer is B, not A",
        "Answer: A\nWait, that is wrong.\nFinal answer: B", "The answer is not A. The answer is B.",
    ],
)  # fmt: skip
def test_the_option_named_as_the_answer_is_found(response: str) -> None:
    assert answer(response) == "B"


@pytest.mark.parametrize(
    "response",
    [
        "", "B", "A man went, so B", "B is right", "the answer is a matter of taste", "The answer is not B",
        "The answer isn't B", "No answer. B", "Answer: F", "Answer: BAD", "Answer: B-side", "Answer: I'm not sure",
        "The answer is A or B", "the answer is (A) or (B).", "the answer is A and B", "The answer is A, B, C, and D.",
        "the answer is probably (A), (B), (C), or (D).", "the answer is most likely A) attic or B) cupboard",
        "Answer Choices:(A) 5 (B) 6", "Options:\nA. oil\nB. water", "Choices: A) oil B) water",
        "Possible answers: A, B",
        "Answer: A/B", "Answer: B. On second thought, the answer is A or C.", "answerable: B", "</answer> B",
    ],
)  # fmt: skip
def test_nothing_is_found_where_no_single_option_is_named_as_the_answer(response: str) -> None:
    assert answer(response) is None


def test_ids_that_are_numbers_are_not_found_inside_other_numbers() -> None:
    ids = ("1", "2", "12")
    said = [
        "Answer: 1",
        "Answer: (2)",
        "Answer: 12",
        "Answer: 1.",
        "Answer: 1.5",
        "Answer: 1 %",
        "Answer: -1",
        "Answer: 10",
    ]
    assert [answer(response, ids) for response in said] == ["1", "2", "12", "1", None, None, None, None]


def test_lower_case_ids_and_words_as_ids_are_found_as_they_are_written() -> None:
    assert answer("The answer is (b)", ("a", "b")) == "b"
    assert answer("The answer is a matter of taste", ("a", "b")) is None
    assert answer("Answer: B", ("a", "b")) == "b"
    assert answer("Answer: a", ("a", "A")) == "a"
    assert answer("The answer is yes", ("yes", "no")) == "yes"
    assert answer("The answer is No.", ("yes", "no")) == "no"
    assert answer("Answer: A1", ("A", "A1")) == "A1"


def test_ids_with_marks_in_them_are_taken_literally() -> None:
    assert answer("Answer: (a)", ("(a)", "(b)")) == "(a)"
    assert answer("Answer: C++", ("C", "C++")) == "C++"


def test_without_known_options_any_letter_is_one() -> None:
    assert answer("Answer: Q", ()) == "Q"


@pytest.mark.parametrize(
    "piece", ["answer ", "answer: ", "answer is the ", "A or ", "answer: A, ", " ", "*", "\\boxed{", "option: A or "]
)
def test_time_grows_no_faster_than_the_text(piece: str) -> None:
    """A text ten times as long takes about ten times as long, not a hundred times."""
    assert processor_seconds(piece, 200_000) < 40 * processor_seconds(piece, 20_000)


def processor_seconds(piece: str, length: int) -> float:
    """The least of several measurements, so that what else runs on the machine does not count."""
    text = "answer" + piece * (length // len(piece))
    measured = []
    for _ in range(3):
        started = time.process_time()
        answer(text)
        measured.append(time.process_time() - started)
    return min(measured)
