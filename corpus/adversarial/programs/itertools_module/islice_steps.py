# `islice` draws what it skips, too.
import itertools


def solve(question, options, exp_config):
    def asked():
        for number in itertools.count():
            yield llm_model(str(number), exp_config)

    replies = list(itertools.islice(asked(), 2, 7, 2))
    return extract_answer(replies[-1]), "A", 2
