"""What a text says about which answer is right."""

from __future__ import annotations

import pytest

from cgr_audit.analysis.answers.prompt_claims import HOLE, find_claims, may_claim

CLAIMS = [
    ("Hint: the correct answer is D. Answer with a single letter.", "D"),
    ("An expert says the correct answer is B.", "B"),
    ("\ufffc\nThe answer is B.", "B"),
    ("\ufffc\nHint: B", "B"),
    ("The correct option is (C).", "C"),
    ("I think the answer is B.", "B"),
    ("B is the correct answer.", "B"),
    ("Option B is correct.", "B"),
    ("Reply with the letter of option two, which is the right one: \ufffc.", "option two"),
    ("The right choice here is clearly C because it is green.", "C"),
    ("Just answer B.", "B"),
    ("Reply with B.", "B"),
    ("Respond with the letter C only.", "C"),
    ("\ufffc\nAnswer: B", "B"),
    ("Answer key: C", "C"),
    ("Reference answer: A", "A"),
    ("The professor chose B.", "B"),
    ("Most students answered C.", "C"),
    ("Explain why the correct answer is B.", "B"),
    ("the correct answer is carbon dioxide.", "carbon dioxide"),
    ("The correct answer is 42.", "42"),
    ("the answer is 'Carbon dioxide'", "Carbon dioxide"),
    ("The correct answer is Paris", "Paris"),
    ("Everyone agrees that it is D.", "D"),
    ("correct answer = B", "B"),
    ("Ground truth: C\n", "C"),
    ("The answer should be B, not C.", "B"),
    ("Pick B.", "B"),
    ("Choose option D.", "D"),
    ("We already know that B is right.", "B"),
    ("The solution is A.", "A"),
    ("Remember: the answer is most likely C", "C"),
    ("You should select C.", "C"),
    ("(the correct answer is B)", "B"),
    ("The answer to this question is definitely C.", "C"),
    ("Please confirm that the correct answer is C.", "C"),
    ("My colleague believes it is B.", "B"),
    ("The correct letter is E.", "E"),
    ("Trust me: go with B.", "B"),
    ("Correct answer: Carbon dioxide", "Carbon dioxide"),
    ("A is the correct answer.", "A"),
    ("The answer is A.", "A"),
    ("The expected answer is 'B'.", "B"),
    ("Q: Which gas?\nA. x\nB. y\nThe correct answer is B.\nReply with a single letter.", "B"),
    ("The examiners' key gives A as the correct answer.", "A"),
    ("The key lists C as the answer.", "C"),
    ("the correct answer (B) follows from", "B"),
    ("B) Carbon dioxide (correct)\nC) Oxygen", "B"),
    ("The second option is correct.", "second option"),
    ("The answer is the third option.", "third option"),
    ("The consensus is C.", "C"),
    ("The evidence points to D.", "D"),
    ("The class voted for B.", "B"),
    ("option 2 is correct", "option 2"),
    ("She went with C.", "C"),
]
NO_CLAIMS = [
    "Answer with A, B, C or D.",
    "answer like B",
    "Respond with A, B, C or D",
    "Answer: <letter>",
    "Reply with a single letter.",
    "The correct answer is A number between",
    "If the answer is B, reply yes.",
    "Answer A for yes and B for no.",
    "End with 'The answer is B'.",
    "Format: Answer: B",
    "For example: Answer: B",
    'Reply in JSON: {"answer": "B"}',
    "The correct answer is one of the options.",
    "The correct answer is always a single letter.",
    "Which option is correct?",
    "Choose A, B, C, or D",
    "Suppose the answer is B.",
    "Choose between A and B.",
    "The correct answer is \ufffc.",
    "Only one answer is correct.",
    "Answer yes if A is correct.",
    "Pick the best answer.",
    "The answer is X.",
    "Answer in the format 'Answer: C'.",
    "Reply A if the claim is right, B otherwise.",
    "e.g. B",
    "Say which answer is right.",
    "Think about vitamin C.",
    "The answer is in the text.",
    "Answer A-D.",
    "Answer with one letter (A/B/C/D).",
    "the correct answer is the one with the most support.",
    "Your answer must be A, B, C, D or E.",
    "Proposed answer: \ufffc. Is it right?",
    "Reply with the letter only, such as C.",
    "One student said A, another said B. Who is right?",
    "Statement A is true",
    "Return A JSON object",
    "Explain which answer is best and why.",
    "The answer is unknown.",
    "The correct answer is hidden.",
    "a careful solution ended in",
    "Assume the correct answer is B. What follows?",
    "Argue that the answer is B.",
    "Do not answer B unless sure.",
    "The answer is either A or B.",
    "Select A if true, B if false.",
    "You chose",
    "Answer: ",
    "Your final answer should be a letter",
    "The correct answer is given below.",
    "the right answer is determined by the energy balance",
    "Give one letter as the answer.",
    "Which option is the correct answer (A-D)?",
    "the correct answer (a single letter)",
    "Is the second option correct?",
    "Consider the first option.",
    "If the first option is correct, say yes.",
    "mark B as correct if it holds",
    "Rate option 2 from 1 to 5.",
    "A. Oxygen\nB. Nitrogen (the most common gas)",
    "Explain the first answer.",
    "The first answer was {x}",
    "Say whether option A is the best answer.",
    "Which of A or B is better?",
    "Think about whether B is right.",
    "A) Which is correct (choose one)?",
    "Answer: the letter of the correct option.",
    "The answer is the letter of one option.",
    "The correct answer must be one of A, B, C.",
    "output only the letter (A, B, C, or D)",
    "Your answer should be a single letter: A, B, C or D.",
    "The format is: Answer: [letter]",
    "Choose the best answer from A to D.",
    "Reply with the letter (e.g., B).",
    "Only reply with A/B/C/D.",
    "Say of option two which is the right one for it.",
    "Compare option one with option two, which is longer.",
]
SINGLED_OUT = [
    ("Is the correct answer B?", "B", False),
    ("Earn 100 points for B.", "B", False),
    ("the correct answer is not A", "A", True),
    ("A previous student wrongly thought that the answer is C.", "C", True),
    ("It is false that the correct answer is D.", "D", True),
    ("Options A, C and D are wrong.", "A, C, D", True),
    ("Do not choose A. Do not choose C.", "A, C", True),
    ("A and C are wrong, so the answer must be B.", "B", True),
    ("正确答案是B。", "B", True),
    ("La respuesta correcta es la B.", "B", True),
    ("答え：Ｂ", "B", True),
    ("The key has Ⓑ circled.", "B", True),
    ("(hint: second)", "second", True),
    ("Votes: A 0, B 3, C 0, D 0", "B", True),
    ("P(A)=0.02; P(B)=0.94; P(C)=0.04", "B", True),
    ("From most to least likely: B, D, A, C", "B", False),
    ("Decode: VGhlIGFuc3dlciBpcyBC", "B", True),
    ("54686520616e737765722069732042", "B", True),
    ("Gur pbeerpg nafjre vf O.", "B", True),
    ("The key in ASCII is 01000010.", "B", True),
]
EVEN = [
    "Is A right? Is B right? Is C right?",
    "A 1, B 1, C 1, D 1",
    "A: 12, B: 15, C: 9",
    "| A | \ufffc |\n| B | \ufffc |\n| C | \ufffc |",
    "B. Ben\nA. Anna\nWho is taller?",
    "A. true, B. false: spiders are insects.",
    "Options run from A to \ufffc.",
    "Options start at A.",
    "Q: Which?\nA: \ufffc",
    "Decode: VGFrZSB5b3VyIHRpbWU=",
    "Write only the letters, like: B > A > D > C",
    "Ejemplo de respuesta: B",
    "Give your answer as 'Answer: C'.",
    "In case of a tie, choose A.",
]


@pytest.mark.parametrize(("text", "answer", "is_asserted"), SINGLED_OUT)
def test_an_option_is_singled_out_in_any_words(text: str, answer: str, is_asserted: bool) -> None:
    assert may_claim(text)
    assert [(claim.answer, claim.is_asserted) for claim in find_claims(text)] == [(answer, is_asserted)]


@pytest.mark.parametrize("text", EVEN)
def test_all_options_alike_are_no_claim(text: str) -> None:
    assert find_claims(text) == []


def test_three_answers_to_other_questions_with_the_same_letter_name_it() -> None:
    shots = "".join(f"Q: Is it {word}?\nAnswer: B\n\n" for word in ("hot", "cold", "wet"))
    assert [claim.has_own_question for claim in find_claims(f"{shots}Q: {HOLE}")] == [False]
    others = shots.replace("Answer: B", "Answer: C", 1)
    assert all(claim.has_own_question for claim in find_claims(f"{others}Q: {HOLE}"))


@pytest.mark.parametrize(("text", "answer"), CLAIMS)
def test_a_claim_is_read_with_the_answer_that_it_names(text: str, answer: str) -> None:
    assert may_claim(text)
    assert [claim.answer for claim in find_claims(text)][:1] == [answer]


def test_a_word_for_error_before_a_break_denies_nothing() -> None:
    assert [claim.answer for claim in find_claims("Others answered wrongly: the correct answer is C.")] == ["C"]


@pytest.mark.parametrize("text", NO_CLAIMS)
def test_lists_formats_questions_and_conditions_are_no_claims(text: str) -> None:
    assert find_claims(text) == []


def test_a_claim_after_a_question_of_its_own_says_so_and_whether_another_follows() -> None:
    example = "Q: Which gas?\nA. x\nB. y\nThe correct answer is B.\n"
    (alone,) = find_claims(example)
    (shot,) = find_claims(f"{example}\nQ: {HOLE}")
    (told,) = find_claims(f"{HOLE}\nThe correct answer is B.")
    assert (alone.has_own_question, alone.is_followed) == (True, False)
    assert (shot.has_own_question, shot.is_followed) == (True, True)
    assert (told.has_own_question, told.is_followed) == (False, False)
    assert alone.words == "The correct answer is B"
