from __future__ import annotations

from typing import Any


def render(options: list[dict[str, str]]) -> str:
    return "\n".join(f"({o['id']}) {o['text']}" for o in options)


def ask_letter(prompt: str, exp_config: dict[str, Any]) -> str:
    return extract_answer(llm_model(prompt, exp_config))


def solve_kc_05(item: dict[str, Any], exp_config: dict[str, Any]) -> tuple[str, str, int]:
    """Eliminate the weakest option first, then choose between the others, then check."""
    question, options = item["question"], item["options"]

    weakest = ask_letter(
        f"{question}\n{render(options)}\n\nWhich option can be ruled out first? Give its letter only.", exp_config
    )
    remaining = [o for o in options if o["id"] != weakest]

    choice = ask_letter(
        f"{question}\n{render(remaining)}\n\nWhich of the remaining options is right? Give its letter only.", exp_config
    )
    check = llm_model(
        f"{question}\nProposed answer: {choice}\n{render(options)}\n\nIs the proposed answer right? Reply yes or no.",
        exp_config,
    )
    if check.strip().lower().startswith("no"):
        others = [o for o in remaining if o["id"] != choice]
        if len(others) == 1:
            choice = others[0]["id"]
    return choice, "B", 4
