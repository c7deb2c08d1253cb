"""Layers bound with `functools.partial`: a counter, a cache and a length limit around one client."""
from collections import Counter
from functools import partial


class Client:
    def __init__(self, exp_config):
        self.exp_config = exp_config

    def __call__(self, prompt):
        return llm_model(prompt, self.exp_config)


def counting(counter, following, prompt):
    counter["calls"] += 1
    return following(prompt)


def caching(store, following, prompt):
    if prompt not in store:
        store[prompt] = following(prompt)
    return store[prompt]


def clipping(limit, following, prompt):
    return following(prompt)[:limit]


def solve_layers(question, options, exp_config):
    counter, store = Counter(), {}
    ask = Client(exp_config)
    for layer in (partial(counting, counter), partial(caching, store), partial(clipping, 2000)):
        ask = partial(layer, ask)

    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    votes = Counter()
    for hint in ("Think of a definition.", "Think of a counterexample.", "Think of a definition.", "Think of a unit."):
        letter = extract_answer(ask(f"{hint}\n{question}\n{listing}\nLetter:"))
        if letter in ids:
            votes[letter] += 1
    print("calls that left the client:", counter["calls"])
    if not votes:
        return "X", "B", 2
    return votes.most_common(1)[0][0], "B", 2
