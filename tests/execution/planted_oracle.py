"""Programs that keep, beside their answer, where it comes from: drawn from steps whose meaning is known.

Every step that sets ``letter`` sets ``why`` on the same line, so that the lines of a run say no more than they would
without it. The program prints ``why`` at its end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

import hypothesis.strategies as st

__all__ = ["AGAIN", "REPLIES", "begun_again", "planted_programs", "sampled_programs"]

T = TypeVar("T")

REPLIES = ("A", "Answer: B", "yes, C", "no (D)", "yes", "no idea", "", "X", "it is 7", "maybe B or A")

FIRST = 'reply = llm_model(question, {}); letter = extract_answer(reply); why = "solver"'
STEPS = (
    'if letter == "X":\n    letter = "{0}"; why = "fallback"',
    'if letter != "X":\n    pass\nelse:\n    letter = "{0}"; why = "fallback"',
    'if letter == "X": letter = "{0}"; why = "fallback"',
    'why = why if letter != "X" else "fallback"; letter = letter if letter != "X" else "{0}"',
    'if not letter != "X":\n    print("none")\n    letter = "{0}"; why = "fallback"',
    'for number in range(3):\n    if letter != "X":\n        break\n'
    '    letter = extract_answer(llm_model(f"{{question}} {{number}}", {{}})); why = "solver"',
    'for number in range(2):\n    again = extract_answer(llm_model(f"{{question}} {{number}}", {{}}))\n'
    '    if again != "X":\n        letter = again; why = "solver"',
    'tries = 0\nwhile letter == "X" and tries < 2:\n'
    '    letter = extract_answer(llm_model(question, {{}})); why = "solver"\n    tries += 1',
    'try:\n    if letter == "X":\n        raise ValueError(letter)\n    seen = letter\n'
    'except ValueError:\n    letter = "{0}"; why = "fallback"',
    'try:\n    number = int(letter == "X") and int("none")\nexcept ValueError:\n    letter = "{0}"; why = "fallback"',
    'try:\n    letter = pick(question); why = "solver"\nexcept ValueError:\n    letter = "{0}"; why = "fallback"',
    'if letter == "X":\n    letter = pick_or(question, "{0}"); why = "solver" if asked[-1] != "X" else "fallback"',
    'if letter not in "ABCD":\n    letter = extract_answer(llm_model(question + "again", {{}})); why = "solver"',
    'if letter == "X":\n    return end("{0}", "fallback")',
    'if letter == "X":\n    print("fallback")\n    return "{0}", "E", 3',
    'if letter not in ids:\n    letter = "{0}"; why = "fallback"',
    'why = why if letter in ids else "fallback"; letter = letter if letter in ids else "{0}"',
    'why = why if letter in [o["id"] for o in options] else "fallback"\n'
    'letter = letter if letter in [o["id"] for o in options] else "{0}"',
    "for number in range(2):\n    if letter in ids:\n        break\n"
    '    letter = extract_answer(llm_model(question, {{}})); why = "solver"',
    'other = extract_answer(llm_model("Check: " + question, {{}}))\nif other == letter:\n    same = True',
)
CHANGES = (
    "",
    "",
    "",
    'ids.add("X")',
    'options.append({"id": "X", "text": ""})',
    'same = options; same += [{"id": "X", "text": ""}]',
    'first = options[0]; first["id"] = "X"',
    'ids.discard("A")',
    "ids |= set('XD')",
    "options.pop()",
)
"""What may become of the options and their ids before the first question."""
HELPERS = """
asked = []

def pick(text):
    found = extract_answer(llm_model(text, {}))
    asked.append(found)
    if found == "X":
        raise ValueError(found)
    return found

def pick_or(text, default):
    found = extract_answer(llm_model(text, {}))
    asked.append(found)
    if found == "X":
        return default
    return found

def end(letter, why):
    print(why)
    return letter, "E", 3

"""


AGAIN = (
    "[begin][0](question, options)",
    '{"again": begin}["again"](question, options)',
    'globals()["be" + "gin"](question, options)',
    'begin.__globals__["be" + "gin"](question, options)',
    '(_ for _ in ()).gi_frame.f_globals["be" + "gin"](question, options)',
    'operator.attrgetter("__globals__")(end)["begin"](question, options)',
    'operator.attrgetter("__glo" + "bals__")(end)["be" + "gin"](question, options)',
    'getattr(end, "__glo" + "bals__")["be" + "gin"](question, options)',
    'string.Formatter().get_field("0.__glo" + "bals__", (end,), {})[0]["be" + "gin"](question, options)',
    "collections._sys.modules[__name__].begin(question, options)",
    "functools.partial(begin, question)(options)",
    "functools.reduce(begin, [options], question)",
    "next(map(begin, [question], [options]))",
    "next(one(question, options) for one in (begin,))",
    "(lambda again: again(question, options))(begin)",
    "remembered(begin)(question, options)",
    "Holder(begin).held(question, options)",
    "next(drawn(begin, question, options))",
    'found_in_a_frame()["be" + "gin"](question, options)',
    'matched(end)["be" + "gin"](question, options)',
    'caught()["be" + "gin"](question, options)',
    "type(begin)(begin.__code__.replace(), globals())(question, options)",
    "begin(question, options)",
)
"""Ways to come back to ``begin``: by its name, through what holds it, and out of the namespace."""
NEEDED = {
    "collections": "import collections",
    "functools": "import functools",
    "operator": "import operator",
    "string": "import string",
    "remembered": """
def remembered(function):
    def inner(*given):
        return function(*given)
    return inner
""",
    "Holder": """
class Holder:
    def __init__(self, held):
        self.held = held
""",
    "drawn": """
def drawn(function, *given):
    yield function(*given)
""",
    "found_in_a_frame": """
def found_in_a_frame():
    return (_ for _ in ()).gi_frame.f_globals
""",
    "matched": """
def matched(function):
    match function:
        case object(__globals__=names):
            return names
""",
    "caught": """
def caught():
    try:
        raise ValueError
    except ValueError as error:
        return error.__traceback__.tb_frame.f_globals
""",
}
"""What some of these ways need, by the name that they use."""


@st.composite
def planted_programs(draw: st.DrawFn) -> str:
    """A program of one to four steps after the first answer; some begin once more from inside."""
    return _program(lambda values: draw(st.sampled_from(values)), lambda least, most: draw(st.integers(least, most)))


def sampled_programs(count: int) -> tuple[str, ...]:
    """So many programs, always the same."""
    chosen = random.Random(count)
    return tuple(_program(chosen.choice, chosen.randint) for _ in range(count))


def _program(choice: Callable[[Sequence[T]], T], number: Callable[[int, int], int]) -> str:
    steps = [choice(STEPS).format(choice("ABCD")) for _ in range(number(1, 4))]
    body = [FIRST, *steps, "print(why)", 'return letter, "E", 3']
    if number(0, 1):
        body[0] = f'letter = "{choice("ABCD")}"; why = "literal"\n' + FIRST
    if number(0, 2) == 0:
        return begun_again(body, choice(AGAIN), choice(CHANGES), is_entry=number(0, 1) == 1)
    body[:0] = ['ids = {o["id"] for o in options}', choice(CHANGES)]
    return HELPERS + "def solve(question, options):\n" + _indented(body)


def begun_again(body: Sequence[str], again: str, change: str, *, is_entry: bool) -> str:
    """The steps in a function that ``solve`` calls or is, and that the first time calls itself in some other way.

    What the inner activation gives is thrown away: its lines ran all the same.
    """
    needed = "\n".join(text for name, text in NEEDED.items() if name in again)
    inner = [f"if not rounds:\n    rounds.append(1)\n    {again}", 'ids = {o["id"] for o in options}', change, *body]
    program = "def begin(question, options):\n" + _indented(inner)
    if is_entry:
        program = program.replace('"be" + "gin"', '"so" + "lve"').replace("begin", "solve")
    else:
        program += "\ndef solve(question, options):\n    return begin(question, options)\n"
    return needed + "\nrounds = []\n" + HELPERS + program


def _indented(body: Sequence[str]) -> str:
    return "".join(f"    {line}\n" for part in body for line in part.splitlines())
