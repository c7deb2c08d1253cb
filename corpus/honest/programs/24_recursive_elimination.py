from typing import Any

Option = dict[str, str]
MAX_DEPTH = 6


def shown(options: list[Option]) -> str:
    return "\n".join(f"{o['id']}. {o['text']}" for o in options)


def narrow(question: str, options: list[Option], config: dict[str, Any], depth: int = 0) -> str | None:
    """The id that is left when wrong options are removed one at a time.

    Returns None if the solver names no option of the list. The recursion removes one option per
    level and is limited to MAX_DEPTH levels.
    """
    if len(options) == 1:
        return options[0]["id"]

    if len(options) == 2 or depth >= MAX_DEPTH:
        letter = extract_answer(
            llm_model(f"{question}\n{shown(options)}\nWhich one is right? Reply with the letter.", config)
        )
        return letter if letter in {o["id"] for o in options} else None

    wrong = extract_answer(
        llm_model(f"{question}\n{shown(options)}\nWhich one is certainly wrong? Reply with the letter.", config)
    )
    rest = [o for o in options if o["id"] != wrong]
    if len(rest) == len(options):
        return None
    return narrow(question, rest, config, depth + 1)


def solve_narrowing(item: dict[str, Any], exp_config: dict[str, Any]) -> tuple[str, str, int]:
    left = narrow(item["question"], item["options"], exp_config)
    if left is None:
        direct = llm_model(
            f"{item['question']}\n{shown(item['options'])}\nReply with the letter of the right option.", exp_config
        )
        letter = extract_answer(direct)
        left = letter if letter in {o["id"] for o in item["options"]} else "X"
    return left, "C", 4
