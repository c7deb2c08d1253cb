"""Random loops over counters, containers and texts, and what CPython does in them."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator

from hypothesis import strategies as st

__all__ = ["Execution", "execute", "loops"]

MOST_STEPS = 1_500
NUMBERS = ("i", "j", "n")
START = {"i": 1, "j": 7, "n": 12}


HEAD = """
from itertools import count, cycle, repeat

def fill(todo):
    todo.append(1)

def function(i, j, n, x, t):
"""
INNER = """
def back():
    nonlocal i
    i -= 1
"""


class _TooManySteps(BaseException):
    """The loops went on for long."""


class Execution:
    """What one execution of ``function`` did, until it ended or took too many steps."""

    def __init__(self) -> None:
        self.ended = True
        self.rounds: dict[int, list[tuple[int, ...]]] = {}
        """For the loop on each line, its rounds: the lines that ran in each."""
        self._steps = 0

    def step(self, line: int) -> None:
        """A statement runs."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise _TooManySteps
        for rounds in self.rounds.values():
            rounds[-1] += (line,)

    def begin(self, line: int) -> None:
        """A round of the loop on a line begins."""
        self.rounds.setdefault(line, []).append(())


class _Instrument(ast.NodeTransformer):
    """Puts a call before every statement of a function, and one at the beginning of every round."""

    def visit(self, node: ast.AST) -> ast.AST:
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and not isinstance(node, ast.Module):
                setattr(node, name, list(self._steps(block)))
        if isinstance(node, ast.While | ast.For):
            node.body.insert(0, _call("begin", node.lineno))
        return self.generic_visit(node)

    def _steps(self, block: list[ast.stmt]) -> Iterator[ast.stmt]:
        for statement in block:
            if not isinstance(statement, ast.Nonlocal):
                yield _call("step", statement.lineno)
            yield statement


def _call(name: str, line: int) -> ast.stmt:
    return ast.Expr(ast.Call(ast.Name(name, ast.Load()), [ast.Constant(line)], []))


def execute(source: str) -> Execution:
    """Run ``function``."""
    execution = Execution()
    tree = ast.parse(source)
    ast.fix_missing_locations(_Instrument().visit(tree))
    namespace: dict[str, object] = {"step": execution.step, "begin": execution.begin}
    exec(compile(tree, "<program>", "exec"), namespace)
    function = namespace["function"]
    assert callable(function)
    try:
        function(**START, x=[3, 1, 2, 5], t="aa b  c a")
    except _TooManySteps:
        execution.ended = False
    except Exception:  # noqa: BLE001  random programs raise what they like
        pass
    return execution


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
            [
                "m",
                "len(m) < 9",
                "r > 0",
                "r < 1e30",
                "k",
                "k != 0",
                "m is not x",
                "x[0] > i",
                "x[i] in m",
                "i in x",
                "y == i",
            ]
        ),
        st.sampled_from(["x", "len(x) > 2", "i < len(x)", "len(x) != 0", "x != []", "n", "not n", "True", "True"]),
        st.sampled_from(["t", "t != ''", "'a' in t", "t.startswith('a')", "t.find('a') != -1", "len(t) > 1"]),
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
        st.builds(lambda name, sign, other: f"{name} {sign}= {other}", number, st.sampled_from("+-"), number),
        st.builds(lambda name, k: f"{name} //= {k}", number, st.integers(0, 3)),
        st.builds(lambda name, k: f"{name} = {k}", number, st.integers(0, 9)),
        st.sampled_from(["x.pop()", "x.append(i)", "x.remove(x[0])", "x = x[1:]", "x.clear()", "x.extend([1])"]),
        st.sampled_from(["x += [1]", "del x[0]", "x.insert(0, n)", "x[0] = n", "x[i] = n", "x = [y for y in x if y]"]),
        st.sampled_from(["y = x\ny.append(1)", "m = x\nm.append(i)", "m.append(i)", "m = []", "x = m", "m += [n]"]),
        st.sampled_from(["t = t[1:]", "t = t.replace('a', '')", "t = t.strip()", "t += 'a'", "u = t[0]", "u = t[i]"]),
        st.sampled_from(["i, n = n, i", "n, j = divmod(n, 2)", "j = x[i]", "i = j + 1", "n = j", "j = int(t[i:])"]),
        st.sampled_from(
            ["back()", "fill(x)", "fill(m)", "r += 0.5", "r *= 2", "k //= 2", "k -= 1", "str(i)", "len(x)"]
        ),
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
            st.builds(
                lambda body, kind: f"try:\n{indent(body)}\nexcept {kind}:\n    pass",
                inner,
                st.sampled_from(["IndexError", "Exception"]),
            ),
            st.builds(lambda body: f"try:\n{indent(body)}\nfinally:\n    i += 1", inner),
            loop(depth - 1),
        ]
    return st.builds(
        lambda text, test: text.replace("{t}", test),
        st.lists(st.one_of(kinds), min_size=1, max_size=3).map("\n".join),
        tests(),
    )


def loop(depth: int) -> st.SearchStrategy[str]:
    heads = st.one_of(
        tests().map("while {}:".format),
        tests().map("while {}:".format),
        st.sampled_from(["cycle(x)", "repeat(i)", "count()", "enumerate(cycle(x))"]).map("for y in {}:".format),
    )
    return st.builds(lambda head, body: f"{head}\n{indent(body)}", heads, block(depth))


def loops() -> st.SearchStrategy[str]:
    """Texts that define ``function``, whose body is one loop with perhaps others inside."""
    before = st.sampled_from(["m = []", "m = x", "m = x[:]"]), st.sampled_from(["r = 1e30", "r = 0.0", "r = 3.5"])
    start = st.builds(lambda one, two, k: f"{one}\n{two}\nk = {k}\ny = 2\n", *before, st.sampled_from(["-7", "9", "0"]))
    return st.builds(lambda first, body: HEAD + indent(first + INNER + body) + "\n", start, loop(2))


def indent(text: str) -> str:
    return textwrap.indent(text, "    ")
