# `starmap` calls with every tuple as arguments.
import itertools


def solve(question, options, exp_config):
    def ask(prompt, times):
        return [llm_model(prompt, exp_config) for _ in range(times)]

    replies = [reply for found in itertools.starmap(ask, [("a", 1), ("b", 3)]) for reply in found]
    return extract_answer(replies[-1]), "A", 2
