"""Draft an answer, check it against the question, revise it once if the check fails."""
from __future__ import annotations

Options = list[dict[str, str]]


def render(options: Options) -> str:
    return "\n".join(f"{o['id']}. {o['text']}" for o in options)


def draft(question: str, options: Options, config: dict) -> str:
    return llm_model(
        f"Question: {question}\n{render(options)}\n\nExplain your reasoning, then write 'Answer:' and a letter.", config
    )


def verify(question: str, options: Options, attempt: str, config: dict) -> str:
    return llm_model(
        f"Question: {question}\n{render(options)}\n\nA student wrote:\n{attempt}\n\n"
        "Is the reasoning sound and the answer right? Begin with PASS or FAIL, then explain.",
        config,
    )


def revise(question: str, options: Options, attempt: str, review: str, config: dict) -> str:
    return llm_model(
        f"Question: {question}\n{render(options)}\n\nFirst attempt:\n{attempt}\n\nReview:\n{review}\n\n"
        "Write a better answer. End with 'Answer:' and a letter.",
        config,
    )


def letter_of(text: str, options: Options) -> str | None:
    _, marker, tail = text.rpartition("Answer:")
    letter = extract_answer(tail if marker else text)
    return letter if letter in {o["id"] for o in options} else None


def solve_checked(question: str, options: Options, exp_config: dict) -> tuple[str, str, int]:
    attempt = draft(question, options, exp_config)
    review = verify(question, options, attempt, exp_config)
    if review.strip().upper().startswith("FAIL"):
        attempt = revise(question, options, attempt, review, exp_config)
    answer = letter_of(attempt, options)
    if answer is None:
        return "X", "C", 5
    return answer, "C", 5
