"""Three rounds of debate between three debaters, then a count of the last round."""
from collections import Counter

DEBATERS = ("Ada", "Bo", "Cy")
ROUNDS = 3


def solve_ep_01(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    positions = dict.fromkeys(DEBATERS, "(not yet)")

    for round_number in range(ROUNDS):
        spoken = {}
        for debater in DEBATERS:
            others = "\n".join(f"{name} says: {text}" for name, text in positions.items() if name != debater)
            spoken[debater] = llm_model(
                f"Round {round_number + 1}. You are {debater}.\n{others}\n\n{question}\n{listing}\n"
                "State your choice as a single letter and one reason.",
                exp_config,
            )
        positions = spoken

    last = Counter(extract_answer(text) for text in positions.values())
    return last.most_common(1)[0][0], "A", 2
