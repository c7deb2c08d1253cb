"""Random loops over counters, containers and texts, and whether CPython ends them within a number of rounds.

Every body begins with ``tick()``, which gives up after many rounds. Numbers start above zero: the analysis takes
``n //= 2`` and ``n *= 2`` to be what they are for such numbers.
"""

from __future__ import annotations

import ast
import textwrap

from hypothesis import strategies as st

__all__ = ["ends", "loops"]

MOST_ROUNDS = 500
NUMBERS = ("i", "j", "n")
START = {"i": 1, "j": 7, "n": 12}


HEAD = """
class Pile:
    def pop(self):
        return 1
    def __bool__(self):
        return True

def fill(todo):
    todo.append(1)

def function(i, j, n, x, t):
"""
INNER = """
pile = Pile()
def back():
    nonlocal i
    i -= 1
"""


class _TooManyRounds(BaseException):
    """The loops went on for long."""


def tests() -> st.SearchStrategy[str]:
    number = st.sampled_from(NUMBERS)
    plain = st.one_of(
        st.builds(
            lambda name, sign, k: f"{name} {sign} {k}",
            number,
            st.sampled_from(["<", ">", "<=", ">=", "!="]),
            st.integers(0, 15),
        ),
        st.builds(
            lambda one, sign, other: f"{one} {sign} {other}", number, st.sampled_from(["<", ">", "<=", "!="]), number
        ),
        st.sampled_from(
            ["m", "len(m) < 9", "pile", "r > 0", "r < 1e30", "k", "k != 0", "i < float('inf')", "m is not x"]
        ),
        st.sampled_from(["x", "len(x) > 2", "i < len(x)", "len(x) != 0", "x != []", "n", "not n", "True", "i + j < n"]),
        st.sampled_from(
            ["t", "t != ''", "'  ' in t", "'a' in t", "t.startswith('a')", "t.find('a') != -1", "len(t) > 1"]
        ),
    )
    return st.one_of(
        plain,
        plain,
        plain,
        st.builds(lambda one, sign, other: f"{one} {sign} {other}", plain, st.sampled_from(["and", "or"]), plain),
        plain.map(lambda one: f"not ({one})"),
    )


def simple() -> st.SearchStrategy[str]:
    number = st.sampled_from(NUMBERS)
    return st.one_of(
        st.builds(lambda name, sign, k: f"{name} {sign}= {k}", number, st.sampled_from("+-"), st.integers(0, 3)),
        st.builds(
            lambda name, sign, k: f"{name} = {name} {sign} {k}", number, st.sampled_from("+-"), st.integers(1, 3)
        ),
        st.builds(lambda name, sign, other: f"{name} {sign}= {other}", number, st.sampled_from("+-"), number),
        st.builds(
            lambda name, k, sign, other: f"{name} = {name} - {k} {sign} {other}",
            number,
            st.integers(0, 2),
            st.sampled_from("+-"),
            st.integers(0, 2),
        ),
        st.builds(lambda name, k: f"{name} //= {k}", number, st.integers(1, 3)),
        st.builds(lambda name, k: f"{name} = {k}", number, st.integers(0, 9)),
        st.sampled_from(
            [
                "x.pop()",
                "x.append(i)",
                "x.remove(x[0])",
                "x = x[1:]",
                "x = x[:-1]",
                "x.clear()",
                "x.extend([1])",
                "x += [1]",
                "del x[0]",
                "x = [y for y in x if y > i]",
                "x.insert(0, n)",
                "x = x[i:]",
                "y = x[:-1]\nx = y",
                "y = x[1:]\nx = y",
                "y = x[1:]\ny.append(1)\nx = y",
                "x.clear()\nx.append(i)",
                "m = x\nm.append(i)",
                "m.append(i)",
                "m = []",
                "x = m",
                "pile.pop()",
            ]
        ),
        st.sampled_from(
            [
                "t = t[1:]",
                "t = t[:-1]",
                "t = t.replace('  ', ' ')",
                "t = t.replace('a', '')",
                "t = t.replace('a', 'ab')",
                "t = t.strip()",
                "t = t.removeprefix('a')",
                "t += 'a'",
                "u = t[:-1]\nt = u",
                "u = t[1:] + 'a'\nt = u",
            ]
        ),
        st.sampled_from(
            [
                "i, n = n, i",
                "i, n = n, i % (n or 1)",
                "n, j = divmod(n, 2)",
                "j = (i + n) // 2",
                "i = j + 1",
                "n = j - 1",
                "n = j",
            ]
        ),
        st.sampled_from(["back()", "fill(x)", "r += 0.5", "r -= 1e-9", "r *= 2", "k //= 2", "k -= 2", "k -= 1"]),
        st.sampled_from(["break", "continue", "return", "if {t}:\n    break", "if {t}:\n    continue"]),
    )


def block(depth: int) -> st.SearchStrategy[str]:
    kinds = [simple(), simple(), simple()]
    if depth:
        inner = block(depth - 1)
        kinds += [
            st.builds(lambda test, body: f"if {test}:\n{indent(body)}", tests(), inner),
            st.builds(lambda test, one, two: f"if {test}:\n{indent(one)}\nelse:\n{indent(two)}", tests(), inner, inner),
            st.builds(lambda body: f"for y in range(2):\n{indent(body)}", inner),
            st.builds(lambda body: f"try:\n{indent(body)}\nexcept IndexError:\n    pass", inner),
            st.builds(lambda body: f"try:\n{indent(body)}\nfinally:\n    i += 1", inner),
            loop(depth - 1),
        ]
    return st.builds(fill, st.lists(st.one_of(kinds), min_size=1, max_size=3).map("\n".join), tests())


def loop(depth: int) -> st.SearchStrategy[str]:
    return st.builds(lambda test, body: f"while {test}:\n    tick()\n{indent(body)}", tests(), block(depth))


def loops() -> st.SearchStrategy[str]:
    """Texts that define ``function``, whose body is one loop with perhaps others inside."""
    before = st.sampled_from(["m = []", "m = x", "m = x[:]"]), st.sampled_from(["r = 1e30", "r = 0.0", "r = 3.5"])
    start = st.builds(lambda one, two, k: f"{one}\n{two}\nk = {k}\n", *before, st.sampled_from(["-7", "9", "0"]))
    return st.builds(lambda first, body: HEAD + indent(first + INNER + body) + "\n", start, loop(2))


def fill(text: str, test: str) -> str:
    return text.replace("{t}", test)


def indent(text: str) -> str:
    return textwrap.indent(text, "    ")


def ends(source: str) -> bool:
    """Whether running ``function`` ends, by itself or by an exception."""
    rounds = 0

    def tick() -> None:
        nonlocal rounds
        rounds += 1
        if rounds > MOST_ROUNDS:
            raise _TooManyRounds

    namespace: dict[str, object] = {"tick": tick}
    exec(compile(ast.parse(source), "<program>", "exec"), namespace)
    function = namespace["function"]
    assert callable(function)
    try:
        function(**START, x=[3, 1, 2, 5], t="aa b  c a")
    except _TooManyRounds:
        return False
    except Exception:  # noqa: BLE001  random programs raise what they like
        return True
    return True
