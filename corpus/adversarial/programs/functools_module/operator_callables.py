# `methodcaller`, `attrgetter` and `itemgetter` reach what asks.
import operator


class Panel:
    def __init__(self):
        self.inner = self

    def ask(self, prompt):
        return llm_model(prompt, {})


def solve(question, options, exp_config):
    panel = Panel()
    ask = operator.methodcaller("ask", question)
    replies = [ask(panel), ask(panel), operator.attrgetter("inner.inner.ask")(panel)(question)]
    replies.append(operator.itemgetter("f")({"f": panel.ask})(question))
    return extract_answer(replies[-1] + operator.call(panel.ask, question)), "A", 2
