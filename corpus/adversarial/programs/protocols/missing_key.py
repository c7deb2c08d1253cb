# `__missing__` is called by subscription, not by `get`.
class Replies(dict):
    def __missing__(self, key):
        reply = self[key] = llm_model(key, {})
        return reply


def solve(question, options, exp_config):
    replies = Replies()
    text = replies["a"] + replies["a"] + replies["b"] + str(replies.get("c")) + replies["d"]
    return extract_answer(text), "A", 2
