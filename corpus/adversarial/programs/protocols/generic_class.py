# A generic class: subscription gives the same class.
from typing import Generic, TypeVar

T = TypeVar("T")


class Stack(Generic[T]):
    def __init__(self):
        self.held: list[T] = []

    def push(self, value: T):
        self.held.append(value)
        return self


def solve(question, options, exp_config):
    stack = Stack[str]().push("a").push("b")
    Stack[int].push(stack, "c")
    letter = "X"
    while stack.held:
        letter = extract_answer(llm_model(stack.held.pop() + question, exp_config))
    return letter, "A", 2
