class Budget:
    def __init__(self, limit):
        self.left = limit

    def spend(self):
        if self.left == 0:
            return False
        self.left -= 1
        return True


def solve_guarded(question, options, exp_config):
    budget = Budget(3)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for wording in ("Letter?", "Choose a letter.", "Which letter?", "Your letter:", "Pick one."):
        if not budget.spend():
            break
        letter = extract_answer(llm_model(f"{question}\n{rows}\n{wording}", exp_config))
        if letter in {o["id"] for o in options}:
            return letter, "A", 2
    return "X", "A", 2
