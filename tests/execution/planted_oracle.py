"""Programs that keep, beside their answer, where it comes from: drawn from steps whose meaning is known.

Every step that sets ``letter`` sets ``why`` on the same line, so that the lines of a run say no more than they would
without it. The program prints ``why`` at its end.
"""

from __future__ import annotations

import hypothesis.strategies as st

__all__ = ["REPLIES", "planted_programs"]

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
    'other = extract_answer(llm_model("Check: " + question, {{}}))\nif other == letter:\n    same = True',
)
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


@st.composite
def planted_programs(draw: st.DrawFn) -> str:
    """A program of one to four steps after the first answer."""
    steps = draw(st.lists(st.tuples(st.sampled_from(STEPS), st.sampled_from("ABCD")), min_size=1, max_size=4))
    body = [FIRST, *(step.format(letter) for step, letter in steps), "print(why)", 'return letter, "E", 3']
    if draw(st.booleans()):
        body[0] = 'letter = "{}"; why = "literal"\n'.format(draw(st.sampled_from("ABCD"))) + FIRST
    lines = [line for part in body for line in part.splitlines()]
    return HELPERS + "def solve(question):\n" + "".join(f"    {line}\n" for line in lines)
