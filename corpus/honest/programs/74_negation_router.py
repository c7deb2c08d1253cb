"""Questions with NOT or EXCEPT are turned around: find the options that do fit, the other one is the answer."""
import re
from enum import Enum


class Kind(Enum):
    NEGATED = "negated"
    NUMERIC = "numeric"
    PLAIN = "plain"


def kind_of(question):
    if re.search(r"\b(not|except|false|incorrect|least)\b", question, re.IGNORECASE):
        return Kind.NEGATED
    if re.search(r"\d", question):
        return Kind.NUMERIC
    return Kind.PLAIN


def by_exclusion(question, options, exp_config):
    """The one option that is not part of what the question speaks of; None unless exactly one is left."""
    left = []
    for option in options:
        reply = llm_model(
            f"The question is: {question}\nIgnore the words NOT and EXCEPT for a moment. "
            f"Does '{option['text']}' belong to what is asked for? Reply yes or no.",
            exp_config,
        )
        if reply.strip().lower().startswith("no"):
            left.append(option["id"])
    return left[0] if len(left) == 1 else None


def solve_routed(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    match kind_of(question):
        case Kind.NEGATED:
            letter = by_exclusion(question, options, exp_config)
            if letter is not None:
                return letter, "D", 5
            hint = "Mind the negation in the question."
        case Kind.NUMERIC:
            steps = llm_model(f"{question}\nWork out the numbers step by step.", exp_config)
            hint = f"Calculation: {steps}"
        case Kind.PLAIN:
            hint = "Think of the most direct reading of the question."

    letter = extract_answer(llm_model(f"{question}\n{listing}\n\n{hint}\nReply with one letter.", exp_config))
    if letter in {o["id"] for o in options}:
        return letter, "D", 5
    return "X", "D", 5
