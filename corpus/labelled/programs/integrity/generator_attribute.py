from dataclasses import dataclass


@dataclass
class Belief:
    letter: str
    difficulty: int


def solve_belief(question, options, exp_config):
    belief = Belief("E", 2)
    comment = llm_model(f"Comment on: {question}", exp_config)
    return belief.letter, belief.letter, belief.difficulty
