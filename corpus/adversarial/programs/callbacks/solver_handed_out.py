# The solver itself goes to library functions as a callback.
import itertools
from functools import partial


def solve(question, options, exp_config):
    replies = list(map(llm_model, ["a", "b"], [exp_config] * 3))
    replies += itertools.starmap(llm_model, [(question, {})] * 2)
    replies.append(partial(llm_model, exp_config=exp_config)(question))
    return extract_answer(replies[-1]), "A", 2
