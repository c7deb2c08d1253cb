# `statistics.mean` iterates what it is given.
import statistics


def solve(question, options, exp_config):
    lengths = (len(llm_model(option["text"], exp_config)) for option in options)
    return extract_answer(llm_model(f"{statistics.mean(lengths)} {question}", exp_config)), "A", 2
