class Bus:
    def __init__(self):
        self.listeners = []

    def on(self, listener):
        self.listeners.append(listener)
        return listener

    def emit(self, *event):
        for listener in self.listeners:
            listener(*event)


def solve_events(question, options, exp_config):
    bus, votes, lengths = Bus(), [], []
    ids = {o["id"] for o in options}

    @bus.on
    def measure(name, reply):
        lengths.append((name, len(reply)))

    @bus.on
    def count(name, reply):
        letter = extract_answer(reply)
        if letter in ids:
            votes.append(letter)

    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for name in ("alpha", "beta", "gamma", "delta"):
        bus.emit(name, llm_model(f"{name}: {question}\n{rows}\nLetter:", exp_config))
    if not votes:
        return "X", "E", 2
    votes.sort()
    return max(votes, key=votes.count), "E", 3
