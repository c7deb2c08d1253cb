# A registered class is an instance of the abstract one; `__subclasshook__` decides for others.
from abc import ABC, abstractmethod


class Step(ABC):
    @abstractmethod
    def run(self): ...

    @classmethod
    def __subclasshook__(cls, other):
        llm_model("is it a step?", {})
        return hasattr(other, "run") or NotImplemented


class Draft:
    def run(self):
        return llm_model("draft", {})


def solve(question, options, exp_config):
    reply = ""
    for step in (Draft(), 3, Draft()):
        if isinstance(step, Step):
            reply = step.run()
    return extract_answer(reply or "X"), "A", 2
