"""What outside code is given, it may call and change; what the library declares, it calls as often as it says."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract

CONTRACT = load_contract("cgr")

_REPLACING = """
def helper(q):
    return "A"
def replacement(q):
    for _ in range(5):
        llm_model(q, {})
    return "B"
"""

CASES: dict[str, tuple[str, str]] = {
    "a list that unknown code is given may grow": (
        "unbounded",
        """
import somewhere
def solve(question, options):
    steps = ["a", "b"]
    somewhere.fill(steps)
    for step in steps:
        llm_model(step, {})
""",
    ),
    "a function in a list that unknown code is given may be called": (
        "unknown",
        """
import somewhere
def solve(question, options):
    somewhere.run([lambda: llm_model(question, {})])
""",
    ),
    "a method of an object that unknown code is given may be called": (
        "unknown",
        """
import somewhere
class Agent:
    def ask(self):
        return llm_model("x", {})
def solve(question, options):
    somewhere.keep(Agent())
""",
    ),
    "what escaped and cannot reach the solver changes nothing": (
        "1",
        """
import somewhere
def solve(question, options):
    somewhere.use(lambda text: text.strip())
    return llm_model(question, {})
""",
    ),
    "what escaped is called again by later unknown code": (
        "unbounded",
        """
import somewhere
def solve(question, options):
    notes = []
    somewhere.keep(lambda: notes.append(1))
    notes.clear()
    somewhere.run()
    for _ in notes:
        llm_model(question, {})
""",
    ),
    "an argument that a declaration does not name is not understood": (
        "unknown",
        """
import json
def solve(question, options):
    json.dumps(options, default=lambda value: llm_model(str(value), {}))
""",
    ),
    "an executor calls what it is given once for each input": (
        "2 + options",
        """
from concurrent.futures import ThreadPoolExecutor
def solve(question, options):
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda option: llm_model(option, {}), options))
        first, second = pool.submit(llm_model, question, {}), pool.submit(llm_model, question, {})
    return first.result() + second.result()
""",
    ),
    "a cached property is computed once": (
        "1",
        """
from functools import cached_property
class Case:
    @cached_property
    def topic(self):
        return llm_model("topic", {})
def solve(question, options):
    case = Case()
    return case.topic + case.topic + case.topic
""",
    ),
    "a deep copy shares nothing": (
        "2",
        """
import copy
def solve(question, options):
    plan = [["a", "b"]]
    copy.deepcopy(plan)[0].append("c")
    for step in plan[0]:
        llm_model(step, {})
""",
    ),
    "comparing objects may ask any number of times": (
        "unbounded",
        """
class Ranked:
    def __lt__(self, other):
        return "yes" in llm_model("less?", {})
def solve(question, options):
    return sorted([Ranked(), Ranked(), Ranked()])
""",
    ),
    "an object in a list that is printed is asked for its text": (
        "unbounded",
        """
class Asked:
    def __repr__(self):
        return llm_model("repr", {})
def solve(question, options):
    print([Asked()])
""",
    ),
    "a mixin of the library calls what it is mixed into": (
        "unknown",
        """
from collections.abc import Mapping
class Table(Mapping):
    def __getitem__(self, key):
        return llm_model(key, {})
    def __iter__(self):
        return iter("ab")
    def __len__(self):
        return 2
def solve(question, options):
    return Table().get("a")
""",
    ),
    "a factory is called for every missing key": (
        "unknown",
        """
from collections import defaultdict
def solve(question, options):
    replies = defaultdict(lambda: llm_model(question, {}))
    return [replies[option] for option in options]
""",
    ),
    "a list grows while enumerate reads it": (
        "unknown",
        """
def solve(question, options):
    steps = ["a", "b"]
    for number, step in enumerate(steps):
        llm_model(step, {})
        if number < 3:
            steps.append("c")
    return "A"
""",
    ),
    "the missing member of an enumeration is asked for": (
        "1",
        """
from enum import Enum
class Letter(Enum):
    A = "A"
    @classmethod
    def _missing_(cls, value):
        llm_model(value, {})
        return cls.A
def solve(question, options):
    return Letter("z")
""",
    ),
    "a test of membership may ask for the missing member": (
        "1 + options",
        """
from enum import Enum
class Letter(Enum):
    A = "A"
    @classmethod
    def _missing_(cls, value):
        llm_model(value, {})
        return cls.A
def solve(question, options):
    found = "z" in Letter
    for option in options:
        Letter(option)
    return Letter("A") if found else "B"
""",
    ),
    "a function that a call of cache keeps gives one object": (
        "unbounded",
        """
import functools
def make(n):
    return ["a"]
made = functools.cache(make)
def solve(q, options):
    for o in options:
        made(1).append("b")
    for x in made(1):
        llm_model(x, {})
    return "A", "A", 1
""",
    ),
    "a cache that is a decorator under another name gives one object": (
        "unbounded",
        """
import functools
memo = functools.cache
@memo
def make(n):
    return ["a"]
made = make
def solve(q, options):
    for o in options:
        made(1).append("b")
    for x in made(1):
        llm_model(x, {})
    return "A", "A", 1
""",
    ),
    "globals().setdefault stores what was not there": (
        "5",
        _REPLACING
        + """globals().setdefault("other", replacement)
def solve(question, options):
    return other(question), "A", 1
""",
    ),
    "an augmented assignment to globals stores": (
        "5",
        _REPLACING
        + """def solve(question, options):
    g = globals(); g |= {"helper": replacement}
    return helper(question), "A", 1
""",
    ),
    "the module of the program may be imported by its name": (
        "unknown",
        _REPLACING
        + """def solve(question, options):
    import importlib; importlib.import_module(__name__).helper = replacement
    return helper(question), "A", 1
""",
    ),
    "a built-in function is back where its namesake is deleted": (
        "options",
        """
def len(x):
    return 0
"""
        + _REPLACING
        + """def solve(question, options):
    return "".join(llm_model(question, {}) for _ in range(len(options))), "A", 1
globals().pop("len")
""",
    ),
    "a namespace that is one of two may be changed or not": (
        "unknown",
        _REPLACING
        + """def solve(question, options):
    (globals() if options else {})["helper"] = replacement
    return helper(question), "A", 1
""",
    ),
    "printing to an object writes to it": (
        "4",
        """
class Out:
    def write(self, text):
        llm_model(text, {})
    def flush(self):
        pass
def solve(question, options):
    print("a", "b", file=Out())
""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_bound_is_what_outside_code_allows(name: str) -> None:
    expected, source = CASES[name]
    assert Facts(ast.parse(source), CONTRACT).call_bound.expression == expected
