# Random numbers within known ends.
import random


def solve(question, options, exp_config):
    letter = "X"
    for _ in range(random.randint(1, 2) + random.randrange(3) + len(random.choices("ab", k=2))):
        letter = extract_answer(llm_model(question, exp_config))
    for name in random.sample(["a", "b", "c"], 2) + [random.choice("de")]:
        letter = extract_answer(llm_model(name + question, exp_config))
    return letter, "A", 2
