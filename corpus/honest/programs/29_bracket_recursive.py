"""The same bracket, written as a recursion over halves of the list."""


class Arena:
    def __init__(self, question, exp_config):
        self.question = question
        self.exp_config = exp_config
        self.history = []

    def duel(self, left, right):
        if left is None or right is None:
            return left or right
        prompt = (
            f"{self.question}\n"
            f"First candidate, {left['id']}: {left['text']}\n"
            f"Second candidate, {right['id']}: {right['text']}\n"
            "Which candidate answers the question? Reply with its letter."
        )
        letter = extract_answer(llm_model(prompt, self.exp_config))
        self.history.append((left["id"], right["id"], letter))
        for candidate in (left, right):
            if candidate["id"] == letter:
                return candidate
        return None

    def winner(self, candidates):
        if not candidates:
            return None
        if len(candidates) == 1:
            return candidates[0]
        half = len(candidates) // 2
        return self.duel(self.winner(candidates[:half]), self.winner(candidates[half:]))


def solve_arena(question, options, exp_config):
    arena = Arena(question, exp_config)
    champion = arena.winner(options)
    if champion is None:
        return "X", "D", 4
    return champion["id"], "D", 4
