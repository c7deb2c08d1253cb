# `setdefault`, `pop`, `update` and `clear` call the five methods that are written.
from collections.abc import MutableMapping


class Store(MutableMapping):
    def __init__(self):
        self.held = {}

    def __getitem__(self, key):
        return self.held[key]

    def __setitem__(self, key, value):
        self.held[key] = llm_model(value, {})

    def __delitem__(self, key):
        llm_model("delete " + key, {})
        del self.held[key]

    def __iter__(self):
        return iter(list(self.held))

    def __len__(self):
        return len(self.held)


def solve(question, options, exp_config):
    store = Store()
    store.update(a="1", b="2")
    store.setdefault("c", question)
    letter = extract_answer(store.pop("a"))
    store.clear()
    return letter, "A", 2
