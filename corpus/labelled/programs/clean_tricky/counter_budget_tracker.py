class OutOfBudget(RuntimeError):
    """More calls were asked for than allowed."""


class Tracker:
    def __init__(self, limit, config):
        self.limit = limit
        self.used = 0
        self.config = config

    @property
    def left(self):
        return self.limit - self.used

    def call(self, prompt):
        if self.used >= self.limit:
            raise OutOfBudget(f"{self.limit} calls were allowed")
        self.used += 1
        return llm_model(prompt, self.config)


def solve_tracked(question, options, exp_config):
    tracker = Tracker(6, exp_config)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    votes = []
    try:
        for lens in ("cause", "effect", "size", "time", "place", "purpose", "origin", "material"):
            letter = extract_answer(tracker.call(f"Look at the {lens}.\n{question}\n{rows}\nLetter:"))
            if letter in ids:
                votes.append(letter)
    except OutOfBudget:
        votes.sort()
    if not votes:
        return "X", "D", 3
    return max(votes, key=votes.count), "D", 3
