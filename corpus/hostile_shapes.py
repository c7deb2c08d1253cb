"""Programs of one construct again and again: the shapes whose work grows fastest with their size.

Each is written to be small where it is short and to keep an analysis busy where it is long. Tests and benchmarks make
them of any size and see that each is audited soon.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["SHAPES", "Shape"]

_HEAD = "def solve(item, question, options, exp_config):\n"
_END = "    return extract_answer(llm_model(question, exp_config)), 'A', 3\n"


@dataclass(frozen=True, slots=True)
class Shape:
    """What stands before, again and again, and after."""

    before: str
    each: str
    """``{n}`` is the number of the repetition, ``{m}`` the one before."""
    after: str

    def text(self, size: int) -> str:
        """A program of about so many characters."""
        count = max(1, size // len(self._part(1_000)))
        return self.before + "".join(self._part(number) for number in range(1, count + 1)) + self.after

    def _part(self, number: int) -> str:
        return self.each.replace("{n}", str(number)).replace("{m}", str(number - 1))


def _line(each: str, first: str = "pass", last: str = "") -> Shape:
    """Statements of the entry."""
    lines = "".join(f"    {line}\n" for line in each.splitlines())
    ending = f"    return {last}, 'A', 3\n" if last else _END
    return Shape(f"{_HEAD}    {first}\n", lines, ending)


def _inside(opening: str, each: str, closing: str, last: str = "") -> Shape:
    """Parts of one statement of the entry."""
    ending = f"    return {last}, 'A', 3\n" if last else _END
    return Shape(f"{_HEAD}    {opening}", each, f"{closing}\n{ending}")


def _module(each: str, call: str = "question", before: str = "") -> Shape:
    """Definitions and statements of the module."""
    return Shape(before, each, f"{_HEAD}    found = {call}\n{_END}")


_SOLVER = "llm_model(question, exp_config)"

SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "assignments": _line("x = 1"),
        "assignments of many names": _line("x{n} = {n}"),
        "a chain of assignments": _line("x{n} = x{m}", "x0 = question"),
        "a text that grows": _line("x = x + question", "x = ''", "x"),
        "augmented assignments": _line("x += llm_model(x, exp_config)", "x = ''", "x"),
        "swaps": _line("a, b = b, a", "a = b = question"),
        "a number that grows": _line("x = x * 3 + 1", "x = 1"),
        "branches": _line("if question == '{n}':\n    x = '{n}'", "x = 'A'", "x"),
        "branches that ask": _line(f"if question == '{{n}}':\n    x.append({_SOLVER})", "x = []", "x[0]"),
        "early exits": _line(f"if {_SOLVER} == '{{n}}':\n    return 'A', 'B', 3"),
        "elif after elif": Shape(f"{_HEAD}    if question == 'x':\n        y = 1\n",
                                 "    elif question == '{n}':\n        y = {n}\n", _END),
        "loops": _line("for x in options:\n    z = x"),
        "loops that ask": _line("for x in options:\n    z = llm_model(x, exp_config)"),
        "counted loops": _line("i = 0\nwhile i < {n}:\n    i += 1"),
        "endless loops": _line(f"while True:\n    x = {_SOLVER}\n    if x: break"),
        "one long loop": _line("    i += {n}", "i = 0\n    while i < 10:"),
        "one loop of many branches": _line("    if question == '{n}':\n        i += 1", "i = 0\n    while i < 10:"),
        "one endless loop": _line(f"    if {_SOLVER} == '{{n}}':\n        break", "while True:"),
        "handlers": _line(f"try:\n    x = {_SOLVER}\nexcept Exception:\n    x = 'A'", "x = ''", "x"),
        "finally": _line(f"try:\n    x = {_SOLVER}\nfinally:\n    y = 2"),
        "with": _line("with open('x') as f:\n    y = f"),
        "match": Shape(f"{_HEAD}    match question:\n", "        case '{n}':\n            x = '{n}'\n", _END),
        "one pattern of alternatives": _inside("match question:\n        case 'x'", " | '{n}'", ":\n            pass"),
        "one pattern of names": _inside("match options:\n        case [", "a{n}, ", "]:\n            pass"),
        "assertions": _line("assert question != '{n}'"),
        "deletions": _line("x = 1\ndel x"),
        "names bound nowhere": _line("y = u{n}"),
        "names bound on some paths": _line("if question:\n    u{n} = 1\ny = u{n}"),
        "responses in a list": _line(f"x.append({_SOLVER})", "x = []", "x[0]"),
        "responses in a dictionary": _line(f"d['{{n}}'] = {_SOLVER}", "d = {}", "d['3']"),
        "votes": _line(f"c[{_SOLVER}] += 1", "from collections import Counter\n    c = Counter()",
                       "c.most_common(1)[0][0]"),
        "lists that hold each other": _line("a{n} = [a{m}]", "a0 = []"),
        "lists by two names": _line("a{n} = a{m}\na{n}.append(question)", "a0 = []", "a0[0]"),
        "objects that hold each other": Shape(
            f"class C:\n    def __init__(self, a):\n        self.a = a\n{_HEAD}    c0 = C(question)\n",
            "    c{n} = C(c{m})\n", "    return c0.a, 'A', 3\n",
        ),
        "a list": _inside("x = [", "{n}, ", "]"),
        "a list of texts": _inside("x = [", "'a{n}', ", "]\n    y = llm_model(x[3], exp_config)"),
        "a list of tuples": _inside("x = [", "('a{n}', {n}), ", "]\n    for a, b in x: llm_model(a, exp_config)"),
        "a list of responses": _inside("x = [", f"{_SOLVER}, ", "]"),
        "a dictionary": _inside("x = {", "'q{n}': 'A', ", "}", "x[question]"),
        "a dictionary of dictionaries": _inside("x = {", "'q{n}': {'a': {n}}, ", "}", "x[question]['a']"),
        "a set": _inside("x = {", "{n}, ", "}\n    y = question in x"),
        "lambdas in a dictionary": _inside(
            "d = {", "'{n}': lambda x: llm_model(x, exp_config), ", "}", "extract_answer(d[question](question))"
        ),
        "lambdas that call each other": _inside("d = [", "lambda x: d[{n}](x), ", "]\n    d[0](question)"),
        "lambdas handed to one function": _line(
            "f(lambda x: llm_model(x, exp_config))", "f = lambda g: g(question)"
        ),
        "partials of partials": _line("p = partial(p, question)", "from functools import partial\n    p = llm_model"),
        "partials in a list": _line("p.append(partial(llm_model, question))",
                                    "from functools import partial\n    p = []", "p[0]()"),
        "functions that call the next": _module("def f{n}(x):\n    return f{m}(x)\n", "f9(question)",
                                                "def f0(x):\n    return llm_model(x, {})\n"),
        "functions of one name": _module("def f(x):\n    return x\n", "f(question)"),
        "functions inside the entry": _line("def f{n}(x):\n    return llm_model(x, exp_config)\ny = f{n}(question)"),
        "decorated functions": _module(
            "@d\ndef f{n}(x):\n    return llm_model(x, {})\n", "f1(question)",
            "def d(f):\n    def w(*a):\n        return f(*a)\n    return w\n",
        ),
        "coroutines": _module("async def f{n}(x):\n    return llm_model(x, {})\n", "f1(question)"),
        "calls of one function": _line("y = f()", f"f = lambda: {_SOLVER}"),
        "returns of one function": _module(
            "    if q == '{n}': return llm_model(q, {})\n", "f(question)", "def f(q):\n"
        ),
        "yields of one function": _module("    yield llm_model(q, {})\n", "list(f(question))", "def f(q):\n"),
        "returns of the entry": Shape(_HEAD, "    if question == '{n}': return 'B', 'A', {n}\n", _END),
        "classes": _module(
            "class C{n}:\n    def run(self, x):\n        return llm_model(x, {})\n", "C1().run(question)"
        ),
        "classes with one attribute": _module(
            "class C{n}:\n    def __init__(self):\n        self.f = lambda x: llm_model(x, {})\n"
            "    def run(self, x):\n        return self.f(x)\n",
            "C1().run(question)",
        ),
        "a chain of classes": _module("class C{n}(C{m}): pass\n", "C9().run(question)",
                                      "class C0:\n    def run(self, x): return llm_model(x, {})\n"),
        "methods of one class": _module("    def m{n}(self, x):\n        return self.m{m}(x)\n", "C().m9(question)",
                                        "class C:\n    def m0(self, x):\n        return llm_model(x, {})\n"),
        "attributes of one class": _module("        self.a{n} = {n}\n", "C().a1",
                                           "class C:\n    def __init__(self):\n        pass\n"),
        "own attributes named like a frame's": _module("    def m{n}(self, x):\n        return self.f_back\n",
                                                       "C().m1(question)", "class C:\n    f_back = None\n"),
        "own objects with a frame's attribute": _line("c{n} = C()\nx = c{n}.f_back",
                                                      "class C:\n        f_back = None"),
        "a chain of frames": _inside("x = question", ".f_back", ""),
        "parameters": Shape("def f(", "p{n}=None, ", f"):\n    return p1\n{_HEAD}    f()\n{_END}"),
        "arguments": _inside("f = lambda *a: llm_model(a[0], a[1])\n    f(", "question, ", ")"),
        "named arguments": _inside("f = lambda **a: a\n    f(", "a{n}=llm_model, ", ")"),
        "a sum of texts": _inside("x = ''", " + 'a'", ""),
        "texts in a row": _inside("x = (''", " 'a'", ")"),
        "and after and": _inside("x = question", " and question == '{n}'", ""),
        "comparisons": _inside("x = 0", " < question", ""),
        "an f-string": _inside("x = f'", "{question} a ", "'\n    llm_model(x, exp_config)"),
        "an f-string of responses": _inside("x = f'", "{llm_model(question)} a ", "'"),
        "a prompt of claims": _inside("x = '", "The correct answer is B. ", "'\n    llm_model(x, exp_config)"),
        "clauses of one comprehension": _inside("x = [1 for x in options", " if x != {n}", "]"),
        "comprehensions": _line("x = [x for x in options]"),
        "targets": _inside("", "a{n} = ", "question"),
        "unpacking": Shape(f"{_HEAD}    (", "a{n}, ", f") = options\n{_END}"),
        "imports": _module("import os as o{n}\n", "o1.system('x')"),
        "one alias of modules": _line("o = o.path", "import os as o", "o.system('x')"),
        "computed attributes": _line("getattr(os, 'sys' + 'tem')('x')", "import os"),
        "code run": _line("exec(question, space)", "space = {}"),
        "entries": Shape("", _HEAD + _END, ""),
        "prose": Shape("", "This is some prose about it.\n", _HEAD + _END),
        "words after a fence": Shape(f"```python\n{_HEAD}{_END}```\n", "text\n", ""),
        "fences": Shape("", f"```python\n{_HEAD}{_END}```\ntext\n", ""),
        "statements around a broken one": Shape(f"{_HEAD}    x = (\n", "    x = 1\n", _END),
    }
)  # fmt: skip
