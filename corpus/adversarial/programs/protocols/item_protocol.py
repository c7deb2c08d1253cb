# Subscription, assignment and deletion of items, and `+=` of an item, which reads and writes.
class Store:
    def __getitem__(self, key):
        return llm_model(f"get {key}", {})

    def __setitem__(self, key, value):
        llm_model(f"set {key}", {})

    def __delitem__(self, key):
        llm_model(f"delete {key}", {})


def solve(question, options, exp_config):
    store = Store()
    store["a"] += "!"
    del store["a"], store[1:2]
    return extract_answer(store[question]), "A", 2
