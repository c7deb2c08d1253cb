# The function that the loop calls sets the counter back, once.
class Budget:
    def __init__(self, left):
        self.left = left
        self.refilled = False

    def spend(self):
        self.left -= 1
        if self.left == 0 and not self.refilled:
            self.refilled = True
            self.left = 3


def solve(question, options, exp_config):
    budget, letter = Budget(2), "X"
    while budget.left > 0:
        letter = extract_answer(llm_model(question, exp_config))
        budget.spend()
    return letter, "A", 2
