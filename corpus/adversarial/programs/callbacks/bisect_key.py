# `bisect` calls its key for the elements that it looks at, `insort` for the new one as well.
import bisect


def solve(question, options, exp_config):
    def rank(text):
        return len(llm_model(text, exp_config))

    texts = ["a", "b", "c"]
    place = bisect.bisect_left(texts, 2, key=rank)
    bisect.insort(texts, "d", key=rank)
    return extract_answer(llm_model(texts[place - 1], exp_config)), "A", 2
