"""Derive a consequence of the chosen option and check that it does not contradict the question."""

from enum import Enum


class Check(Enum):
    CONSISTENT = "consistent"
    CONTRADICTION = "contradiction"
    UNCLEAR = "unclear"

    @classmethod
    def read(cls, reply):
        words = reply.lower()
        if "contradict" in words and "no contradiction" not in words:
            return cls.CONTRADICTION
        return cls.CONSISTENT if "consistent" in words else cls.UNCLEAR


def solve_consistent(question, options, exp_config):
    remaining = {o["id"]: o["text"] for o in options}
    checked = None
    for _ in range(3):
        listing = "\n".join(f"{k}. {v}" for k, v in remaining.items())
        letter = extract_answer(llm_model(f"{question}\n{listing}\n\nLetter:", exp_config))
        if letter not in remaining:
            continue
        consequence = llm_model(
            f"{question}\nIf '{remaining[letter]}' were right, what else must be true?", exp_config
        )
        reply = llm_model(
            f"{question}\nConsequence: {consequence}\n\nConsistent, contradiction or unclear?",
            exp_config,
        )
        checked = letter
        if Check.read(reply) is not Check.CONTRADICTION or len(remaining) == 1:
            return letter, "D", 6
        del remaining[letter]
    return (checked if checked is not None else "X"), "D", 6
