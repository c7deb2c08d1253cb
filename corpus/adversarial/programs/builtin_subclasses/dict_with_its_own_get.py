# A subclass of dict: `get` asks, `in` asks, iteration asks.
class Asking(dict):
    def get(self, key, default=None):
        return llm_model(key, {})

    def __contains__(self, key):
        return "yes" in llm_model(key, {})

    def __iter__(self):
        llm_model("keys", {})
        return super().__iter__()


def solve(question, options, exp_config):
    asking = Asking(a="1")
    reply = asking.get("a")
    if "b" in asking:
        reply += "b"
    for name in asking:
        reply += name
    return extract_answer(reply), "A", 2
