import hashlib


class Cached:
    def __init__(self, config):
        self.config = config
        self.store = {}

    def __call__(self, prompt):
        key = hashlib.sha256(prompt.encode()).hexdigest()
        if key not in self.store:
            self.store[key] = llm_model(prompt, self.config)
        return self.store[key]


def solve_cached_votes(question, options, exp_config):
    ask = Cached(exp_config)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = []
    for style in ("plain", "formal", "terse", "chatty", "pedantic"):
        letters.append(extract_answer(ask(f"Style: {style}\n{question}\n{rows}\nLetter:")))
    usable = [letter for letter in letters if letter != "X"]
    if not usable:
        return "X", "A", 4
    return max(sorted(set(usable)), key=usable.count), "A", 4
