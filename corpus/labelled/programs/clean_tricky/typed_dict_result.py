from typing import TypedDict


class Decision(TypedDict):
    answer: str
    label: str
    difficulty: int


def decide(sheet, known, config) -> Decision:
    letter = extract_answer(llm_model(sheet, config))
    return {"answer": letter if letter in known else "X", "label": "B", "difficulty": 2}


def solve_typed(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    decision = decide(sheet, [o["id"] for o in options], exp_config)
    return tuple(decision.values())
