from enum import Enum


class Rung(Enum):
    GLANCE = (1, "Glance at it.")
    READ = (2, "Read it closely.")
    RECALL = (3, "Recall what you learnt.")
    DERIVE = (4, "Derive the result.")
    VERIFY = (5, "Verify everything.")

    def __init__(self, level, instruction):
        self.level = level
        self.instruction = instruction


LADDER = [Rung.GLANCE, Rung.READ, Rung.RECALL, Rung.DERIVE, Rung.VERIFY]


def solve_rungs(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for rung in LADDER:
        letter = extract_answer(llm_model(f"{rung.instruction}\n{question}\n{rows}\nLetter:", exp_config))
        if letter in ids:
            return letter, "B", rung.level
    return "X", "B", 5
