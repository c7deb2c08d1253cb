"""Random scaffolds that call the solver in every way the grammar knows, for tests that run them.

Every loop begins with ``tick()``, which the test's runner provides: it ends programs that would loop without end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

Choose = Callable[[Sequence[str]], str]
"""Picks one of several texts."""

HEADER = "import contextlib, functools, itertools\nLIMIT = 3\nPROMPTS = ['a', 'b']\nHISTORY = []\n"

HELPERS = {
    "ask": "def ask(q):\n    return llm_model(str(q), {})\n",
    "twice": (
        "def twice(q):\n    first = llm_model(q, {})\n    if 'yes' in first:\n        return first\n"
        "    return llm_model(first, {})\n"
    ),
    "retry": (
        "def retry(f, tries=2):\n    for _ in range(tries):\n        tick()\n        try:\n            reply = f()\n"
        "            if reply != 'X':\n                return reply\n        except ValueError:\n"
        "            continue\n    return 'X'\n"
    ),
    "down": (
        "def down(q, n):\n    reply = llm_model(q, {})\n    if n <= 0:\n        return reply\n"
        "    return down(reply, n - 1)\n"
    ),
    "up": (
        "def up(q, depth=0):\n    if depth >= LIMIT:\n        return q\n"
        "    if llm_model(q, {}) == 'yes':\n        up(q, depth + 1)\n    return up(q, depth + 1)\n"
    ),
    "each": (
        "def each(things):\n    out = []\n    for thing in things:\n        tick()\n"
        "        out.append(llm_model(str(thing), {}))\n    return out\n"
    ),
    "eat": (
        "def eat(things):\n    if not things:\n        return 'X'\n"
        "    reply = llm_model(str(things[0]), {})\n    if reply == 'no':\n        return reply\n"
        "    return eat(things[1:])\n"
    ),
    "collect": (
        "def collect(into, q):\n    into.append(llm_model(q, {}))\n    if into[-1] == 'yes':\n"
        "        into.append('more')\n    return into\n"
    ),
    "stream": "def stream(n):\n    for i in range(n):\n        tick()\n        yield llm_model(str(i), {})\n",
    "make": (
        "def make(n):\n    def inner(q):\n        for _ in range(n):\n            tick()\n"
        "            q = llm_model(q, {})\n        return q\n    return inner\n"
    ),
    "Judge": (
        "class Judge:\n    def __init__(self, rounds):\n        self.rounds = rounds\n"
        "        self.seen = []\n        self.count = 0\n"
        "    def once(self, q):\n        self.count += 1\n        self.seen.append(llm_model(q, {}))\n"
        "        return self.seen[-1]\n"
        "    def run(self, q):\n        while self.count < self.rounds:\n            tick()\n"
        "            q = self.once(q)\n        return q\n"
    ),
    "record": "def record(q):\n    HISTORY.append(llm_model(q, {}))\n    return HISTORY[-1]\n",
}
"""Functions that a program may define, by name."""


class Grammar:
    """Writes one program; ``choose`` decides everything."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self._names = 0

    def program(self) -> str:
        """A program whose entry is ``solve(question, options)``."""
        body = self._block(3)
        used = set(re.findall(r"\w+", "\n".join(body)))
        helpers = "".join(source for name, source in HELPERS.items() if name in used)
        lines = ["r = llm_model(question, {})", "xs = ['p', 'q']", "n = 0", *body, "return r, 'A', 1"]
        return HEADER + helpers + "def solve(question, options):\n" + "".join(f"    {line}\n" for line in lines)

    def _pick(self, *texts: str) -> str:
        return self._choose(texts)

    def _fresh(self, stem: str) -> str:
        self._names += 1
        return f"{stem}{self._names}"

    def _block(self, depth: int) -> list[str]:
        count = int(self._pick("1", "2", "3"))
        return [line for _ in range(count) for line in self._statement(depth)]

    def _nested(self, head: str, depth: int, *before: str) -> list[str]:
        return [head, *(f"    {line}" for line in (*before, *self._block(depth - 1)))]

    def _statement(self, depth: int) -> list[str]:
        simple = ["call", "append", "number", "shrink", "lists", "leave"]
        nested = ["if", "for", "while", "try", "comprehension", "with", "match", "function"]
        kind = self._choose(simple if depth <= 0 else [*simple, *nested, *nested])
        return getattr(self, f"_{kind}")(depth)

    def _small(self) -> str:
        return self._pick("1", "2", "3", "LIMIT", "len(PROMPTS)", "min(4, len(options))", "n", "len(xs)", "max(2, n)")

    def _things(self) -> str:
        return self._pick(
            "options", "xs", "PROMPTS", "options[:2]", "options[1:]", "xs[:3]", "list(options)", "sorted(xs)",
            "set(xs)",
            "range(3)", "range(len(options))", "range(1, 4)", "zip(xs, options)", "enumerate(options)", "reversed(xs)",
            "itertools.combinations(options, 2)", "options + xs", "['z'] * 3", "r.split()", "r.split()[:2]", "HISTORY",
            "itertools.product(PROMPTS, options)", "[o for o in options if o != r]", "dict.fromkeys(options)", "r[:2]",
        )  # fmt: skip

    def _source(self) -> str:
        return self._pick(
            "llm_model(str(r), {})",
            "ask(r)",
            "twice(r)",
            f"retry(lambda: llm_model(r, {{}}), {self._pick('2', '3', 'LIMIT')})",
            f"down(r, {self._pick('0', '2', 'len(options)', 'n')})",
            "up(r)",
            f"str(each({self._things()}))",
            f"eat({self._pick('options', 'xs', 'options[:3]', 'list(PROMPTS)')})",
            "str(collect(xs, r))",
            f"''.join(stream({self._small()}))",
            f"make({self._small()})(r)",
            f"Judge({self._small()}).run(r)",
            "record(r)",
            "max([llm_model(str(x), {}) for x in options], key=len, default='X')",
            "str(sorted(options, key=lambda o: llm_model(str(o), {})))",
            "''.join(map(lambda o: llm_model(str(o), {}), xs))",
            f"next((y for y in map(ask, {self._things()}) if y == 'yes'), 'X')",
            f"functools.reduce(lambda a, b: llm_model(str(b), {{}}), {self._things()}, r)",
            "(llm_model(r, {}) if 'yes' in r else llm_model(r, {}) + llm_model(r, {}))",
            "('yes' in r and llm_model(r, {}) or llm_model(r, {}))",
            "{'a': ask, 'b': twice}.get(r, ask)(r)",
        )

    def _call(self, _: int) -> list[str]:
        return [f"r = {self._source()}"]

    def _append(self, _: int) -> list[str]:
        alias = self._fresh("alias")
        return self._pick(
            f"xs.append({self._source()})",
            "xs.extend(options[:2])",
            f"{alias} = xs\n{alias}.append(r)",
            "xs += [r]",
            "xs = xs + [r]",
            "HISTORY.append(r)",
            "xs.insert(0, r)",
        ).split("\n")

    def _number(self, _: int) -> list[str]:
        return [
            self._pick(
                "n += 1",
                "n = len(xs)",
                "n = 2",
                "n = min(n + 1, 4)",
                "n -= 1",
                "n = n * 2",
                "n = len(options) // 2",
                "n = n + len(r)",
                "n = 3 - n",
            )
        ]

    def _shrink(self, _: int) -> list[str]:
        return [
            self._pick(
                "xs = xs[1:]",
                "xs = xs[:-1]",
                "xs = [x for x in xs if x != r]",
                "xs = list(options)",
                "xs.clear()",
                "xs = xs[:2]",
                "xs = [r]",
                "xs = list(set(xs))",
            )
        ]

    def _lists(self, _: int) -> list[str]:
        name = self._fresh("d")
        return self._pick(
            f"{name} = {{o: r for o in options}}\nfor k, v in {name}.items():\n    tick()\n    r = llm_model(k, {{}})",
            f"{name} = [xs, xs]\n{name}[0].append(r)",
            f"{name} = {{}}\n{name}[r] = 1\n{name}['k'] = 2\n"
            f"for k in list({name}):\n    tick()\n    r = llm_model(k, {{}})",
            f"a{name}, *b{name} = options\nfor k in b{name}:\n    tick()\n    r = llm_model(k, {{}})",
            f"{name} = [(p, 2) for p in PROMPTS]\nfor p, k in {name}:\n    tick()\n"
            "    for _ in range(k):\n        r = llm_model(p, {})",
        ).split("\n")

    def _leave(self, _: int) -> list[str]:
        test = self._pick("r == 'X'", "'yes' in r", "n > 2", "len(xs) > 4")
        end = self._pick("return r, 'B', 2", "r = llm_model(r, {})\nreturn r, 'B', 2", "raise ValueError(r)")
        return [f"if {test}:", *(f"    {line}" for line in end.split("\n"))]

    def _test(self) -> str:
        return self._pick(
            "'yes' in r",
            "r == 'X'",
            "n < 3",
            "len(xs) > 2",
            "not xs",
            "r and n",
            "n == 2 or 'no' in r",
            "len(options) > 2",
            "n",
        )

    def _if(self, depth: int) -> list[str]:
        lines = self._nested(f"if {self._test()}:", depth)
        if self._pick("else", "none") == "else":
            lines += self._nested("else:", depth)
        return lines

    def _loop_end(self) -> list[str]:
        return self._pick(
            "", "if 'yes' in r:\n    break", "if r == 'no':\n    continue", "if n >= 3:\n    break"
        ).split("\n")

    def _for(self, depth: int) -> list[str]:
        name = self._fresh("i")
        head = self._pick(
            f"for {name} in {self._things()}:", f"for {name} in range({self._small()}):", f"for {name} in range(3):"
        )
        before = ["tick()", *([f"if {name} == 1:", "    r = llm_model(r, {})"] if head.endswith("range(3):") else [])]
        lines = [*self._nested(head, depth, *before), *(f"    {line}" for line in self._loop_end() if line)]
        pair = self._pick("pair", "none", "none", "none")
        if pair == "pair":
            lines += [
                f"for {name} in range(len(options)):",
                f"    for j in range({name} + 1, len(options)):",
                "        tick()",
                "        r = llm_model(r, {})",
            ]
        return lines if self._pick("none", "none", "else") == "none" else [*lines, *self._nested("else:", depth)]

    def _while(self, depth: int) -> list[str]:
        name = self._fresh("k")
        shape = self._pick("count", "count", "guard", "grow", "drain", "free", "far", "down", "some")
        end = [f"    {line}" for line in self._loop_end() if line]
        if shape == "count":
            return [
                f"{name} = 0",
                *self._nested(f"while {name} < {self._small()}:", depth, "tick()", f"{name} += 1"),
                *end,
            ]
        if shape == "far":
            return [
                f"{name} = 0",
                *self._nested(f"while {name} <= 11 and r != 'X':", depth, "tick()"),
                f"    {name} += 2",
            ]
        if shape == "down":
            return [
                f"{name} = {self._small()}",
                *self._nested(f"while {name} > 0:", depth, "tick()", f"{name} -= 1"),
                *end,
            ]
        if shape == "guard":
            lines = self._nested("while True:", depth, "tick()")
            return [
                f"{name} = 0",
                *lines,
                f"    {name} += 1",
                f"    if {name} >= {self._pick('2', 'LIMIT', 'len(options)')} or r == 'yes':",
                "        break",
            ]
        if shape == "grow":
            return [
                f"{name} = []",
                *self._nested(
                    f"while len({name}) < {self._pick('3', 'len(options)')}:", depth, "tick()", f"{name}.append(r)"
                ),
            ]
        if shape == "drain":
            take = self._pick("pop()", "pop(0)")
            return [
                f"{name} = list({self._pick('options', 'xs', 'PROMPTS')})",
                *self._nested(f"while {name}:", depth, "tick()", f"{name}.{take}"),
            ]
        if shape == "some":
            return [
                f"{name} = 0",
                *self._nested(f"while {name} < 2:", depth, "tick()"),
                "    if 'yes' in r:",
                f"        {name} += 1",
            ]
        return self._nested(f"while {self._test()}:", depth, "tick()")

    def _try(self, depth: int) -> list[str]:
        lines = self._nested("try:", depth, *self._pick("", "n = int(r)", "r = llm_model(r, {})\nint(r)").split("\n"))
        lines = [line for line in lines if line.strip()]
        lines += self._nested(self._pick("except Exception:", "except (ValueError, IndexError):"), depth)
        if self._pick("else", "none", "none") == "else":
            lines += self._nested("else:", depth)
        return lines if self._pick("finally", "none", "none") == "none" else [*lines, *self._nested("finally:", depth)]

    def _comprehension(self, _: int) -> list[str]:
        return [
            self._pick(
                f"xs = [{self._source()} for x in {self._things()}]",
                f"xs = [llm_model(str(x), {{}}) for x in {self._things()} if llm_model(str(x), {{}}) != 'no']",
                f"xs = [llm_model(str(x) + str(y), {{}}) for x in {self._things()} "
                f"for y in {self._pick('PROMPTS', 'xs', 'options')}]",
                f"r = str({{str(x): llm_model(str(x), {{}}) for x in {self._things()}}})",
                f"r = str(any(llm_model(str(x), {{}}) == 'yes' for x in {self._things()}))",
            )
        ]

    def _with(self, depth: int) -> list[str]:
        return self._nested("with contextlib.suppress(ValueError):", depth)

    def _match(self, depth: int) -> list[str]:
        lines = ["match r:", *(f"    {line}" for line in self._nested("case 'yes':", depth))]
        lines += [f"    {line}" for line in self._nested("case 'no' if n < 2:", depth)]
        return (
            lines
            if self._pick("default", "none") == "none"
            else [*lines, *(f"    {line}" for line in self._nested("case _:", depth))]
        )

    def _function(self, depth: int) -> list[str]:
        name = self._fresh("local")
        body = [f"    {line}" for line in self._block(depth - 1)]
        calls = self._pick(
            f"{name}()",
            f"{name}()\n{name}()",
            f"for _ in options:\n    tick()\n    {name}()",
            f"fs = [{name}, {name}]\nfor f in fs:\n    tick()\n    f()",
        )
        return [f"def {name}():", "    nonlocal r, n, xs", *body, "    return r", *calls.split("\n")]
