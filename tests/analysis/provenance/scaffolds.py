"""Random scaffolds over the constructs that values flow through, and what they do under scripted solvers.

The programs are our own: nothing in them reaches outside, so they are executed in this process.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["SCRIPTS", "Failed", "SolverFailure", "outcome", "pure_flow", "scaffold"]


class SolverFailure(Exception):  # noqa: N818
    """The scripted solver is down."""


@dataclass(frozen=True)
class Failed:
    """The program raised."""

    kind: str = field(compare=False)


SCRIPTS: tuple[tuple[str, ...], ...] = (
    ("A",), ("B",), ("C",), ("yes",), ("no",), ("",), ("The answer is D",), ("1",), ("2", "yes", "A"), ("no", "yes"),
    ("yes", "no", "B"), ("A", "B", "A"), ("nothing here", "C"), ("0", "no", "no", "D"), ("E yes 1",),
)  # fmt: skip


def outcome(source: str, script: tuple[str, ...]) -> object:
    """What the entry returns first under a solver that answers by ``script``, round and round."""
    answers = itertools.cycle(script)

    def llm_model(prompt: object, exp_config: object) -> str:
        return next(answers)

    def extract_answer(response: str) -> str:
        found = re.search(r"\b[A-Z]\b", str(response))
        return found.group() if found else "X"

    space: dict[str, object] = {"llm_model": llm_model, "extract_answer": extract_answer}
    try:
        exec(compile(source, "<scaffold>", "exec"), space)
        entry = space["solve"]
        assert callable(entry)
        return entry("which?", {})[0]
    except Exception as error:  # noqa: BLE001  whatever a random program raises
        return Failed(type(error).__name__)


_ITERABLES = ("list(v)", "'ABC'", "list(d)", "['C', 'D'][:2]", "('A', 'B')")


class _Writer:
    """Writes one random program."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.helpers: list[str] = []
        self.names = ["a", "b", "c"]
        self.counters = 0

    def letter(self) -> str:
        return repr(self.rng.choice("ABCD"))

    def text(self, depth: int = 0) -> str:
        """An expression for a text."""
        choices: list[Callable[[], str]] = [
            self.letter, self.letter, lambda: self.rng.choice(self.names), lambda: self.rng.choice(self.names),
            lambda: "llm_model('p', exp_config)", lambda: "extract_answer(llm_model('p', exp_config))",
            lambda: self.rng.choice(["a", "v[-1]", "c", "b"]), lambda: "extract_answer(llm_model('p', exp_config))",
        ]  # fmt: skip
        if depth < 2:
            inner = lambda: self.text(depth + 1)  # noqa: E731
            choices += [
                lambda: f"({inner()} if {self.test(depth + 1)} else {inner()})",
                lambda: f"({inner()} or {inner()})",
                lambda: f"({inner()} and {inner()})",
                lambda: f"str({inner()})",
                lambda: f"f'{{{self.rng.choice(self.names)}}}'",
                lambda: f"{inner()}.upper()",
                lambda: f"[{inner()}, {inner()}][{self.rng.choice(['0', '1', '-1'])}]",
                lambda: f"({inner()}, {inner()})[{self.rng.choice(['0', '1'])}]",
                lambda: f"{{'k': {inner()}, 'j': {inner()}}}[{self.rng.choice(['k', 'j'])!r}]",
                lambda: f"{{'A': {inner()}, 'B': {inner()}}}.get({inner()}, {inner()})",
                lambda: f"(lambda x: {self.rng.choice(['x', self.letter()])})({inner()})",
                lambda: f"max([{inner()}, {inner()}])",
                lambda: f"sorted([{inner()}, {inner()}], key=len)[0]",
                lambda: f"''.join([{inner()}, ''])",
                lambda: f"[x for x in [{inner()}, {inner()}]][-1]",
                lambda: f"next((x for x in 'ABC' if x in {inner()}), {inner()})",
                lambda: f"extract_answer({inner()})",
                lambda: "v[-1]" if self.rng.random() < 0.5 else "v[0]",
                lambda: f"d.get('k', {inner()})",
                lambda: "chr(65 + n % 4)",
                lambda: f"Counter([{inner()}, {inner()}, {inner()}]).most_common(1)[0][0]",
                lambda: f"(box.value if {self.test(depth + 1)} else {inner()})",
            ]  # fmt: skip
            if self.helpers:
                choices += [lambda: f"{self.rng.choice(self.helpers)}({inner()}, {inner()})"] * 3
        return self.rng.choice(choices)()

    def test(self, depth: int = 0) -> str:
        """An expression for a test."""
        inner = lambda: self.text(max(depth, 1) + 1)  # noqa: E731
        choices = [
            lambda: f"{self.rng.choice(['yes', 'no', 'A', '1'])!r} in {inner()}",
            lambda: f"{inner()} == {inner()}",
            lambda: f"{self.rng.choice(self.names)} == 'X'",
            lambda: f"not {self.rng.choice(self.names)}",
            lambda: self.rng.choice(self.names),
            lambda: f"{self.rng.choice(self.names)} in 'ABCD'",
            lambda: f"len(v) > {self.rng.randrange(3)}",
            lambda: f"n > {self.rng.randrange(3)}",
            lambda: "flag",
            lambda: "not flag",
            lambda: f"{inner()}.startswith('y')",
        ]
        if depth < 2:
            choices += [lambda: f"({self.test(depth + 1)} {self.rng.choice(['and', 'or'])} {self.test(depth + 1)})"]
        return self.rng.choice(choices)()

    def statements(self, depth: int, *, loop: bool, function: bool) -> list[str]:
        """A block of one to three statements."""
        lines: list[str] = []
        for _ in range(self.rng.randrange(1, 4)):
            lines += self.statement(depth, loop=loop, function=function)
        return lines

    def statement(self, depth: int, *, loop: bool, function: bool) -> list[str]:
        rng, name = self.rng, self.rng.choice(self.names)
        simple: list[Callable[[], list[str]]] = [
            lambda: [f"{name} = {self.text()}"],
            lambda: [f"{name} = {self.text()}"],
            lambda: [f"v.append({self.text(1)})"],
            lambda: [f"d['k'] = {self.text(1)}"],
            lambda: [f"d[{self.text(1)}] = {self.text(1)}"],
            lambda: ["n += 1"],
            lambda: [f"flag = {self.test(1)}"],
            lambda: [f"{name}, {rng.choice(self.names)} = {self.text(1)}, {self.text(1)}"],
            lambda: [f"box.value = {self.text(1)}"],
            lambda: [f"{name} += {rng.choice(['', self.letter()])!r}" if rng.random() < 0.3 else f"{name} = {name}"],
            lambda: [f"v = [{self.text(1)}]"],
            lambda: [f"v[0] = {self.text(1)}"],
            lambda: [f"if ({name} := {self.text(1)}) == 'X':", f"    {name} = {self.text(1)}"],
        ]
        compound: list[Callable[[], list[str]]] = [
            lambda: self.branch(depth, loop=loop, function=function),
            lambda: self.branch(depth, loop=loop, function=function),
            lambda: [f"for {name} in {rng.choice(_ITERABLES)}:", *self.block(depth, loop=True, function=function)],
            lambda: ["for _ in range(3):", *self.block(depth, loop=True, function=function)],
            lambda: self.counted(depth, function=function),
            lambda: ["for _ in range(2):", *self.block(depth, loop=True, function=function), "else:",
                     *self.block(depth, loop=False, function=function)],
            lambda: ["try:", *self.block(depth, loop=loop, function=function), "except Exception:",
                     *self.block(depth, loop=loop, function=function)],
            lambda: ["try:", *self.block(depth, loop=loop, function=function), "finally:",
                     f"    {name} = {self.text(1)}"],
            lambda: [f"match {name}:", f"    case {self.letter()}:",
                     *indent(self.block(depth, loop=loop, function=function)), "    case _:",
                     *indent(self.block(depth, loop=loop, function=function))],
        ]  # fmt: skip
        leaving: list[Callable[[], list[str]]] = [
            lambda: [f"if {self.test()}:", f"    {self.leave(function=function)}"],
            lambda: [f"if {self.test()}:", "    raise ValueError"],
        ]
        if loop:
            leaving += [lambda: [f"if {self.test()}:", f"    {rng.choice(['break', 'continue'])}"]] * 3
        pool = simple * 2 + leaving + (compound * 2 if depth < 2 else [])
        return rng.choice(pool)()

    def counted(self, depth: int, *, function: bool) -> list[str]:
        """A ``while`` with a counter of its own."""
        self.counters += 1
        name = f"n{self.counters}"
        return [f"{name} = 0", f"while {name} < {self.rng.randrange(1, 4)}:", f"    {name} += 1",
                *self.block(depth, loop=True, function=function)]  # fmt: skip

    def leave(self, *, function: bool) -> str:
        return f"return {self.text(1)}" if function else f"return {self.text(1)}, 'G', 3"

    def branch(self, depth: int, *, loop: bool, function: bool) -> list[str]:
        lines = [f"if {self.test()}:", *self.block(depth, loop=loop, function=function)]
        if self.rng.random() < 0.3:
            lines += [f"elif {self.test()}:", *self.block(depth, loop=loop, function=function)]
        if self.rng.random() < 0.5:
            lines += ["else:", *self.block(depth, loop=loop, function=function)]
        return lines

    def block(self, depth: int, *, loop: bool, function: bool) -> list[str]:
        return indent(self.statements(depth + 1, loop=loop, function=function))

    def prologue(self) -> list[str]:
        return ["a, b, c = " + ", ".join(self.letter() for _ in range(3)),
                f"v, d, n, flag = [{self.letter()}], {{}}, 0, False",
                "class Box:", f"    value = {self.letter()}", "box = Box()"]  # fmt: skip


def indent(lines: list[str]) -> list[str]:
    """Lines one level deeper."""
    return [f"    {line}" for line in lines]


def scaffold(rng: random.Random) -> str:
    """A random program with an entry ``solve(question, exp_config)``."""
    writer = _Writer(rng)
    lines = ["from collections import Counter", ""]
    for number in range(rng.randrange(3)):
        name = f"h{number}"
        writer.names = ["a", "b", "c", "x", "y"]
        body = [*writer.prologue(), *writer.statements(1, loop=False, function=True), f"return {writer.text()}"]
        lines += [f"def {name}(x, y, exp_config={{}}):", *indent(body), ""]
        writer.helpers.append(name)
    writer.names = ["a", "b", "c"]
    body = writer.prologue()
    for _ in range(rng.randrange(1, 4)):
        body += writer.statement(0, loop=False, function=False)
    body.append(f"return {writer.text()}, 'G', 3")
    lines += ["def solve(question, exp_config):", *indent(body), ""]
    return "\n".join(lines)


def pure_flow(rng: random.Random) -> str:
    """A random program in which the response reaches the answer through data flow alone."""
    steps = [
        "x = str(x)", "x = [x][0]", "x = (lambda y: y)(x)", "x = {'k': x}['k']", "x = f'{x}'", "x = ''.join([x])",
        "v = [x]\nx = v.pop()", "v = []\nv.append(x)\nx = v[0]", "x, y = x, 'B'", "y, x = 'B', x", "x = keep(x)",
        "for y in [x]:\n    x = y", "x = next(iter([x]))", "x = max([x])", "x = [y for y in [x]][0]", "x = x.strip()",
        "x = Counter([x]).most_common(1)[0][0]", "x = Box(x).value", "x = list(map(keep, [x]))[0]", "x = x + ''",
        "try:\n    x = keep(x)\nfinally:\n    y = 'B'", "with_x = dict(k=x)\nx = with_x.get('k')", "x = '%s' % x",
        "n = 0\nwhile n < 2:\n    n += 1\n    x = keep(x)", "if len('ab') == 2:\n    x = keep(x)", "(x := keep(x))",
        "x = '{}'.format(x)", "x = x.replace('~', '')", "x = sorted([x])[0]", "x = [*[x]][0]", "x = {**{'k': x}}['k']",
        "def inner():\n    return x\nx = inner()", "x = partial(keep, x)()", "x = tuple([x])[0]",
        "x = dict(zip('k', [x]))['k']",
    ]  # fmt: skip
    lines = ["from collections import Counter", "from functools import partial", "def keep(z):", "    return z",
             "class Box:", "    def __init__(self, value):", "        self.value = value", ""]  # fmt: skip
    body = ["x = llm_model(question, exp_config)"]
    for step in rng.sample(steps, rng.randrange(1, 7)):
        name = f"inner{len(body)}"
        body += step.replace("inner", name).split("\n")
    return "\n".join([*lines, "def solve(question, exp_config):", *indent([*body, "return x, 'G', 3"]), ""])
