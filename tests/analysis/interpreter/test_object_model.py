"""Classes and their objects: the bound counts what Python calls by itself."""

import ast

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract

_PRELUDE = """
class Asked:
    def ask(self, prompt="?"):
        return llm_model(prompt, {})
"""
_SOLVE = """
def solve(question, options, exp_config):
    letter = "X"
    {}
    return letter, "A", 2
"""
BOUNDS = {
    "a diamond runs every constructor once": (
        """
class Base:
    def __init__(self): llm_model("base", {})
class Left(Base):
    def __init__(self): super().__init__(); llm_model("left", {})
class Right(Base):
    def __init__(self): super().__init__(); llm_model("right", {})
class Bottom(Left, Right):
    pass
""",
        "Bottom()",
        "3",
    ),
    "a class attribute is looked up in the class": (
        """
class Plan:
    rounds = 1
""",
        "plan = Plan(); Plan.rounds = 3\n    for _ in range(plan.rounds): llm_model(question, {})",
        "3",
    ),
    "one of several alternatives has the method": (
        """
class Sized:
    def __len__(self):
        llm_model("how many?", {})
        return 2
""",
        "thing = Sized() if question else [1, 2]\n    len(thing)",
        "1",
    ),
    "a subclass on the right is asked first": (
        """
class Base:
    def __add__(self, other): return llm_model("base", {})
class Heir(Base):
    def __radd__(self, other): return llm_model("a", {}) + llm_model("b", {})
""",
        "Base() + Heir()",
        "2",
    ),
    "what is not implemented is asked of the other operand": (
        """
class Shy:
    def __lt__(self, other):
        return NotImplemented
class Bold:
    def __gt__(self, other):
        return "yes" in llm_model("bold", {})
""",
        "Shy() < Bold()",
        "unknown",
    ),
    "a decorated getter and its setter": (
        """
def twice(getter):
    return lambda self: getter(self) + getter(self)
class Panel:
    @property
    @twice
    def opinion(self): return llm_model("?", {})
    @opinion.setter
    def opinion(self, prompt): llm_model(prompt, {})
""",
        "panel = Panel(); panel.opinion = panel.opinion",
        "3",
    ),
    "the fields of a dataclass and its base": (
        """
from dataclasses import dataclass
@dataclass
class Plan:
    rounds: int = 1
    checks: int = 1
@dataclass
class Longer(Plan):
    checks: int = 3
""",
        "plan = Longer(2)\n    for _ in range(plan.rounds + plan.checks): llm_model(question, {})",
        "5",
    ),
    "a manager is told of a return inside": (
        """
class Room:
    def __enter__(self): return self
    def __exit__(self, *details): llm_model("leave", {})
""",
        "with Room(), Room():\n        return letter, 'A', 2",
        "2",
    ),
    "a manager swallows what is raised": (
        """
class Quiet:
    def __enter__(self): return self
    def __exit__(self, *details): return True
""",
        "with Quiet():\n        raise ValueError\n    llm_model(question, {})",
        "1",
    ),
    "a method that Python calls at its own discretion": (
        """
class Session:
    def __del__(self): llm_model("bye", {})
""",
        "Session()",
        "unknown",
    ),
    "a class that an object is moved to": (
        """
class Once(Asked):
    pass
class Often(Asked):
    def ask(self): return super().ask() + super().ask()
""",
        "panel = Once(); panel.__class__ = Often; panel.ask()",
        "unknown",
    ),
    "attributes set through the namespace": (
        """
class Plan:
    rounds = 1
    def __init__(self, **named): self.__dict__.update(named)
""",
        "for _ in range(Plan(rounds=3).rounds + Plan().rounds): llm_model(question, {})",
        "4",
    ),
    "a pattern that fails binds nothing": (
        "",
        "rounds = 3\n    match (1, 'x'):\n        case (rounds, 'y'):\n            pass\n"
        "    for _ in range(rounds): llm_model(question, {})",
        "3",
    ),
    "links of one class refer to each other": (
        """
class Link:
    def __init__(self, before): self.before = before
    def handle(self):
        if self.before is not None: self.before.handle()
        llm_model("?", {})
""",
        "chain = None\n    for option in options:\n        chain = Link(chain)\n    chain.handle()",
        "unbounded",
    ),
    "a metaclass is inherited": (
        """
class Meta(type):
    def __call__(cls, *given):
        llm_model("made", {})
        return super().__call__(*given)
class Panel(metaclass=Meta):
    pass
class Heir(Panel):
    pass
""",
        "Panel(); Heir()",
        "2",
    ),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_the_bound_counts_what_python_calls_by_itself(name: str) -> None:
    classes, body, bound = BOUNDS[name]
    text = _PRELUDE + classes + _SOLVE.format(body)
    assert Facts(ast.parse(text), load_contract("cgr")).call_bound.expression == bound


def test_methods_without_effects_cost_no_precision() -> None:
    text = """
class Ballot:
    __slots__ = ("letter",)
    def __init__(self, letter): self.letter = letter
    def __eq__(self, other): return isinstance(other, Ballot) and self.letter == other.letter
    def __hash__(self): return hash(self.letter)
    def __repr__(self): return f"Ballot({self.letter})"
def solve(question, options, exp_config):
    ballots = {Ballot(llm_model(question, exp_config)) for _ in range(3)}
    return min(ballot.letter for ballot in ballots), "A", 2
"""
    assert Facts(ast.parse(text), load_contract("cgr")).call_bound.expression == "3"
