# A cached property asks again once it is deleted.
import functools


class Panel:
    @functools.cached_property
    def opinion(self):
        return llm_model("opinion", {})


def solve(question, options, exp_config):
    panel = Panel()
    replies = [panel.opinion, panel.opinion]
    del panel.opinion
    replies.append(panel.opinion)
    replies.append(Panel().opinion)
    return extract_answer(replies[-1]), "A", 2
