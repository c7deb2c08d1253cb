from __future__ import annotations

from typing import Final, Literal, TypedDict

Stance = Literal["pro", "contra"]
STANCES: Final[tuple[Stance, ...]] = ("pro", "contra")


class Report(TypedDict, total=False):
    pro: str
    contra: str
    summary: str


def report(question: str, config: dict[str, object]) -> Report:
    made: Report = {}
    for stance in STANCES:
        made[stance] = llm_model(f"Speak {stance} the obvious answer to: {question}", config)
    summary = llm_model(f"Sum up.\n{made['pro']}\n{made['contra']}", config)
    return made | {"summary": summary}


def solve_report(question: str, options: list[dict[str, str]], exp_config: dict[str, object]) -> tuple[str, str, int]:
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    made = report(question, exp_config)
    letter = extract_answer(llm_model(f"{question}\n{rows}\n{made['summary']}\nLetter:", exp_config))
    is_option: bool = letter in {o["id"] for o in options}
    return (letter if is_option else "X", "C", 4)
