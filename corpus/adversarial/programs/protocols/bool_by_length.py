# Without `__bool__` truth is that of `__len__`.
class Stack:
    def __init__(self):
        self.left = 3

    def __len__(self):
        self.left -= 1
        return self.left


def solve(question, options, exp_config):
    stack, letter = Stack(), "X"
    while stack:
        letter = extract_answer(llm_model(question, exp_config))
    stack.left = 3
    while len(stack) > 0:
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
