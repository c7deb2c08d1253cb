"""Writer and critic; the critic's first word decides, by a match statement, what happens next."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Accept:
    pass


@dataclass(frozen=True)
class Reject:
    why: str


@dataclass(frozen=True)
class Unclear:
    raw: str


def parse_review(text):
    head, _, tail = text.strip().partition(" ")
    match head.upper().strip(".:,"):
        case "ACCEPT" | "YES" | "OK":
            return Accept()
        case "REJECT" | "NO":
            return Reject(tail.strip())
        case _:
            return Unclear(text)


def solve_with_critic(question, options, exp_config):
    listing = "\n".join(f"[{o['id']}] {o['text']}" for o in options)
    task = f"{question}\n{listing}\n"

    draft = llm_model(task + "Solve this. Finish with the letter of your answer on a line of its own.", exp_config)
    review = llm_model(
        task + f"Draft solution:\n{draft}\n\nReview it. Begin with ACCEPT or REJECT, then explain.", exp_config
    )

    match parse_review(review):
        case Accept():
            final = draft
        case Reject(why=why):
            final = llm_model(
                task + f"An earlier solution was rejected because: {why}\nSolve it again. Last line: the letter.",
                exp_config,
            )
        case Unclear(raw=raw):
            final = llm_model(
                task + f"Draft:\n{draft}\nRemark:\n{raw}\nWhat is the answer, all considered? Last line: the letter.",
                exp_config,
            )

    lines = final.strip().splitlines()
    letter = extract_answer(lines[-1]) if lines else "X"
    return (letter if any(o["id"] == letter for o in options) else "X"), "B", 4
