"""Short programs whose values, or whose structure, would double with every line: the shapes of growth.

Each takes a handful of characters a line and would need exponential time or memory of whoever follows it to its end.
The audit of each must end by a stated limit, which tests see in counted steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["GROWING", "Growth"]

_HEAD = "def solve(item, question, options, exp_config):\n"


@dataclass(frozen=True, slots=True)
class Growth:
    """A program whose lines repeat, each making more of what the lines before it made."""

    first: str
    """What stands in the entry before the lines that repeat."""
    each: str
    """``{n}`` is the number of the repetition, ``{m}`` the one before."""
    last: str = "x"
    """The expression that the answer is extracted from."""
    module: str = ""
    """What stands before the entry."""

    def text(self, times: int) -> str:
        """The program with so many repetitions."""
        lines = [self.first]
        for number in range(1, times + 1):
            lines += self.each.replace("{n}", str(number)).replace("{m}", str(number - 1)).splitlines()
        lines.append(f"return extract_answer(llm_model(str({self.last}), exp_config)), 'A', 3")
        body = "".join(f"    {line}\n" for first in lines for line in first.splitlines())
        return f"{self.module}{_HEAD}{body}"


class _Nested(Growth):
    """One expression that holds itself again and again: ``first`` stands before the core, ``each`` after it."""

    __slots__ = ()

    def text(self, times: int) -> str:
        deep = min(times, 60)
        expression = self.first * deep + self.last + self.each * deep
        end = "    return extract_answer(llm_model(str(x), exp_config)), 'A', 3\n"
        return f"{self.module}{_HEAD}    x = {expression}\n{end}"


class _Constants(Growth):
    """Constants of the module, each made of the one before: ``first`` is the first's value, ``each`` the others'."""

    __slots__ = ()

    def text(self, times: int) -> str:
        numbers = range(1, times + 1)
        lines = [self.each.replace("{n}", str(number)).replace("{m}", str(number - 1)) for number in numbers]
        lines.insert(0, f"a0 = {self.first}")
        uses = f"    x = {self.last.replace('{n}', str(times))}\n"
        end = "    return extract_answer(llm_model(str(x), exp_config)), 'A', 3\n"
        return self.module + "\n".join(lines) + f"\n{_HEAD}{uses}{end}"


_CLASS = "class C:\n    pass\n"
_DEQUE = "from collections import deque\n"
_FUNCTOOLS = "from functools import partial, reduce\n"
_ITERTOOLS = "from itertools import accumulate, chain, product, repeat\n"
_LIST = "x = [question, 'a']"
_TEXT = "x = 'ab'"

GROWING: Mapping[str, Growth] = MappingProxyType(
    {
        # lists
        "a list and itself": Growth(_LIST, "x = x + x"),
        "a list added in place": Growth(_LIST, "x += x"),
        "a list extended by itself": Growth(_LIST, "x.extend(x)"),
        "a list extended by a copy": Growth(_LIST, "x.extend(list(x))"),
        "a list times two": Growth(_LIST, "x = x * 2"),
        "a list times two in place": Growth(_LIST, "x *= 2"),
        "two spreads": Growth(_LIST, "x = [*x, *x]"),
        "slices added": Growth(_LIST, "x = x[:] + x[:]"),
        "a slice assigned": Growth(_LIST, "x[len(x):] = x"),
        "a slice assigned at the front": Growth(_LIST, "x[:0] = x"),
        "a list concatenated by a function": Growth(_LIST, "x = join(x, x)", module="def join(a, b): return a + b\n"),
        "a list in a list": Growth(_LIST, "x = [x, x]"),
        "a list in a tuple": Growth(_LIST, "x = (x, x)"),
        "a list in a dictionary": Growth(_LIST, "x = {'a': x, 'b': x}"),
        "copies in a list": Growth(_LIST, "x = [list(x), list(x)]"),
        "deep copies in a list": Growth(_LIST, "x = [copy.deepcopy(x), copy.deepcopy(x)]", module="import copy\n"),
        "a list appended to itself": Growth(_LIST, "x.append(x)"),
        "sorted sums": Growth("x = [3, 1, 2]", "x = sorted(x + x)"),
        "reversed sums": Growth(_LIST, "x = list(reversed(x)) + x"),
        "a sum of lists": Growth(_LIST, "x = sum([x, x], [])"),
        "a chain of iterables": Growth(_LIST, "x = list(chain(x, x))", module=_ITERTOOLS),
        "a product of iterables": Growth("x = [1, 2]", "x = list(product(x, x))", module=_ITERTOOLS),
        "a repeated list": Growth(_LIST, "x = list(chain(*repeat(x, 2)))", module=_ITERTOOLS),
        "a comprehension over two": Growth("x = [1, 2]", "x = [a + b for a in x for b in x]"),
        "a comprehension of copies": Growth("x = [1, 2]", "x = [a for a in x for b in (1, 2)]"),
        "a comprehension of pairs": Growth("x = [1, 2]", "x = [(a, b) for a in x for b in x]"),
        "zipped with itself": Growth("x = [1, 2]", "x = list(zip(x, x))"),
        "a loop that appends": Growth("x = [1, 2]", "for a in list(x):\n    x.append(a)"),
        "a loop that doubles": Growth("x = [question]", "for a in range(40):\n    x = x + x"),
        "a loop of constants": Growth("x = [1]", "for a in (1, 2, 3, 4):\n    x = x + x"),
        "a while loop that doubles": Growth("x = [1]\ni = 0", "while i < 40:\n    x += x\n    i += 1"),
        "two lists in turn": Growth("x = [1]\ny = [2]", "x, y = x + y, y + x"),
        # tuples
        "a tuple and itself": Growth("x = (question, 'a')", "x = x + x"),
        "a tuple added in place": Growth("x = (1, 2)", "x += x"),
        "a tuple times two": Growth("x = (1, 2)", "x = x * 2"),
        "a tuple of constants": Growth("x = (1, 2)", "x = (x, x)"),
        "a tuple spread twice": Growth("x = (1, 2)", "x = (*x, *x)"),
        "a tuple of slices": Growth("x = (1, 2)", "x = x[:] + x[::-1]"),
        "divisions with rest": Growth("x = 7", "x = divmod(x, 3), divmod(x, 2)"),
        # texts
        "a text and itself": Growth(_TEXT, "x = x + x"),
        "a text added in place": Growth(_TEXT, "x += x"),
        "a text times two": Growth(_TEXT, "x = x * 2"),
        "a text times itself": Growth(_TEXT, "x = x * len(x)"),
        "a text joined": Growth(_TEXT, "x = x.join([x, x])"),
        "a text joined by itself": Growth(_TEXT, "x = x.join(x)"),
        "a text replaced": Growth(_TEXT, "x = x.replace('a', 'aa')"),
        "a text replaced by itself": Growth(_TEXT, "x = x.replace('a', x)"),
        "a text formatted": Growth(_TEXT, "x = '{0}{0}'.format(x)"),
        "a text in per cent": Growth(_TEXT, "x = '%s%s' % (x, x)"),
        "a text in an f-string": Growth(_TEXT, "x = f'{x}{x}'"),
        "a text in an f-string of a response": Growth("x = llm_model(question, exp_config)", "x = f'{x}{x}'"),
        "a template filled in": Growth(_TEXT, "x = string.Template('$a$a').substitute(a=x)", module="import string\n"),
        "a pattern replaced": Growth(_TEXT, "x = re.sub('a', 'aa', x)", module="import re\n"),
        "the text of a list": Growth("x = ['\\\\']", "x = [repr(x), repr(x)]"),
        "quotes in quotes": Growth("x = '\\\\'", "x = repr(x)"),
        "bytes and themselves": Growth("x = b'ab'", "x = x + x"),
        "bytes in base 64": Growth("x = b'ab'", "x = base64.b64encode(x) * 2", module="import base64\n"),
        "a text expanded": Growth("x = '\\t'", "x = x.expandtabs(9) + chr(9) + x"),
        "a text centred": Growth(_TEXT, "x = x.center(len(x) * 9)"),
        "a text filled with zeros": Growth(_TEXT, "x = x.zfill(len(x) ** 2)"),
        "a text split and joined": Growth("x = 'a b'", "x = ' '.join(x.split() + x.split())"),
        "a text translated": Growth(_TEXT, "x = x.translate({97: 'aa'})"),
        # numbers
        "a number squared": Growth("x = 3", "x = x * x"),
        "a number to itself": Growth("x = 3", "x = x ** x"),
        "a power of a power": Growth("x = 3", "x **= 9"),
        "a number shifted": Growth("x = 3", "x = x << x"),
        "a number shifted in place": Growth("x = 1", "x <<= 30"),
        "a factorial": Growth("x = 5", "x = math.factorial(x)", module="import math\n"),
        "combinations": Growth("x = 9", "x = math.comb(2 * x, x)", module="import math\n"),
        "fractions": Growth("x = Fraction(3, 7)", "x = x * x + 1", module="from fractions import Fraction\n"),
        "a product of a list": Growth("x = 3", "x = math.prod([x, x, x])", module="import math\n"),
        # other containers
        "a deque added to itself": Growth("x = deque([1, 2])", "x = x + x", module=_DEQUE),
        "a deque extended by itself": Growth("x = deque([1, 2])", "x.extend(list(x))", module=_DEQUE),
        "a deque in a deque": Growth("x = deque([1, 2])", "x = deque([x, x])", module=_DEQUE),
        "a dictionary of its own values": Growth("x = {'a': 1}", "x = {**x, 'a{n}': x, 'b{n}': x}"),
        "a dictionary updated by itself": Growth("x = {1: 1}", "x.update({(k, {n}): v for k, v in x.items()})"),
        "merged dictionaries": Growth("x = {'a': 1}", "x = x | {(k, {n}): x for k in x}"),
        "a dictionary comprehension": Growth("x = {1: 1}", "x = {(a, b): (a, b) for a in x for b in x}"),
        "a set of pairs": Growth("x = {1, 2}", "x = {(a, b) for a in x for b in x}"),
        "a union of sets": Growth("x = {1, 2}", "x = x | {a + {n} * 1000 for a in x}"),
        "a set updated": Growth("x = {1, 2}", "x.update({(a, {n}) for a in x})"),
        "a frozen set of itself": Growth("x = frozenset([1])", "x = frozenset([x, (x, x)])"),
        "a counter and itself": Growth("x = Counter('ab')", "x = x + x", module="from collections import Counter\n"),
        "elements of a counter": Growth("x = Counter(a=9, b=9)", "x = Counter(list(x.elements()) * 9)",
                                        module="from collections import Counter\n"),
        # objects, classes
        "an attribute and itself": Growth("c = C()\nc.x = [1]", "c.x = c.x + c.x", "c.x", _CLASS),
        "an attribute added in place": Growth("c = C()\nc.x = [1]", "c.x += c.x", "c.x", _CLASS),
        "an object of two": Growth("x = question", "x = C(x, x)", module=(
            "class C:\n    def __init__(self, a, b):\n        self.a, self.b = a, b\n")),
        "an object that adds": Growth("x = C([1])", "x = x + x", module=(
            "class C:\n    def __init__(self, a):\n        self.a = a\n"
            "    def __add__(self, other):\n        return C(self.a + other.a)\n")),
        "a named tuple of two": Growth("x = question", "x = P(x, x)", module=(
            "from collections import namedtuple\nP = namedtuple('P', 'a b')\n")),
        "an item and itself": Growth("d = {'x': [1]}", "d['x'] = d['x'] + d['x']", "d['x']"),
        "an item added in place": Growth("d = {'x': [1]}", "d['x'] += d['x']", "d['x']"),
        "a class of two bases": Growth("x = C0().run(question)", "y = C{n}()",
                                       module="class C0:\n    def run(self, q): return q\n"),
        # functions
        "a lambda that calls twice": Growth("f0 = lambda q: q", "f{n} = lambda q: f{m}(q) + f{m}(q)", "f30(question)"),
        "a lambda bound twice": Growth("f = lambda q: q + q", "f = lambda q, g=f: g(g(q))", "f('a')"),
        "a closure over the last": Growth("f = str", "f = twice(f)", "f(question)", (
            "def twice(f):\n    def inner(q):\n        return f(f(q))\n    return inner\n")),
        "a closure over a list": Growth("x = [1]", "def grow():\n    nonlocal x\n    x = x + x\ngrow()"),
        "a partial of a partial": Growth("f = llm_model", "f = partial(f, f)", "f(question)", _FUNCTOOLS),
        "a partial twice in a partial": Growth("f = partial(str, 'a')", "f = partial(f, f, f, f)", "f(question)",
                                               _FUNCTOOLS),
        "a partial of named arguments": Growth("f = partial(str, 'a')", "f = partial(f, a{n}=f, b{n}=f)", "f(question)",
                                               _FUNCTOOLS),
        "a method of a method": Growth("f = ''.join", "f = C(f, f).run", "f(question)", (
            "class C:\n    def __init__(self, a, b):\n        self.a, self.b = a, b\n"
            "    def run(self, q):\n        return self.a(self.b(q))\n")),
        "a list reduced": Growth(_LIST, "x = reduce(lambda a, b: a + b, [x, x, x])", module=_FUNCTOOLS),
        "a list reduced to pairs": Growth("x = 1", "x = reduce(lambda a, b: (a, a), range(9), x)", module=_FUNCTOOLS),
        "a list accumulated": Growth("x = [1]", "x = list(accumulate(x + x))", module=_ITERTOOLS),
        "a list mapped": Growth("x = [1]", "x = list(map(lambda a: (a, a), x)) + x"),
        "a generator that yields twice": Growth("x = [1]", "x = list(twice(x))", module=(
            "def twice(a):\n    yield from a\n    yield from a\n")),
        "a function that returns twice": Growth("x = 1", "x = twice(x)", module="def twice(a):\n    return a, a\n"),
        "a function of its own result": Growth("x = [1]", "x = pairs(pairs(x))", module=(
            "def pairs(a):\n    return [(b, c) for b in a for c in a]\n")),
        "recursion that doubles": Growth("x = grow([1], 40)", "x = grow(x, 40)", module=(
            "def grow(a, n):\n    return a if n == 0 else grow(a + a, n - 1)\n")),
        "a decorator twice": Growth("x = f30(question)", "pass", module=(
            "def twice(f):\n    return lambda q: f(q) + f(q)\n"
            + "@twice\n" * 30 + "def f30(q):\n    return q\n")),
        # choices
        "either list": Growth("x = [1]\ny = [2]", "if question:\n    x = [x, y]\nelse:\n    y = [y, x]"),
        "either text": Growth("x = 'a'", "x = x + 'a' if question == '{n}' else x + 'b'"),
        "either number": Growth("x = 1", "x = x * 2 if question == '{n}' else x * 3"),
        "either key": Growth("x = {}", "x['a' if question else 'b'] = [x, x]"),
        "either tuple": Growth("x = (1, 2)", "x = (x, 1) if question else (2, x)"),
        "a text of choices": Growth("x = ''", "x += random.choice('ABCD')", module="import random\n"),
        # constants of the module
        "constants of two": _Constants("(1, 2)", "a{n} = (a{m}, a{m})", "a{n}"),
        "constants of two in a test": _Constants("(1, 2)", "a{n} = (a{m}, a{m})",
                                                 "{'b': 1}.get(a{n}) or question == a{n}"),
        "constants of two lists": _Constants("[1, 2]", "a{n} = [a{m}, a{m}]", "str(a{n})"),
        "constants of dictionaries": _Constants("{'a': 1}", "a{n} = {'a': a{m}, 'b': a{m}}", "a{n}['a']"),
        "constants added": _Constants("(1, 2)", "a{n} = a{m} + a{m}", "a{n}[0]"),
        "constants in a prompt": _Constants("'ab'", "a{n} = f'{a{m}}{a{m}}'", "llm_model(a{n} + question, exp_config)"),
        "constants either way": _Constants("'a'", "a{n} = (a{m}, 'b') if len(a{m}) else (a{m}, a{m})", "a{n}"),
        "constant numbers": _Constants("3", "a{n} = a{m} * a{m}", "a{n}"),
        "constants of functions": _Constants("lambda q: q", "a{n} = lambda q: a{m}(a{m}(q))", "a{n}(question)"),
        "a table of constants": _Constants("{'a': 1}", "a{n} = {**a{m}, (a{m}['a'], {n}): a{m}}", "a{n}.get(question)"),
        "classes that hold the last": _Constants(
            "type('A', (), {})", "class A{n}:\n    a = (A{m}, A{m})\n    b = a + a\na{n} = A{n}.a", "a{n}",
            module="A0 = (1, 2)\n"
        ),
        "classes of two bases": _Constants(
            "object", "class B{n}(a{m}): pass\nclass C{n}(a{m}): pass\nclass D{n}(B{n}, C{n}): pass\na{n} = D{n}",
            "a{n}()",
        ),
        "decorators on decorators": _Constants(
            "str", "@a{m}\ndef f{n}(q):\n    return a{m}(a{m}(q))\na{n} = lambda f: lambda q: f(f(q))",
            "a{n}(f{n})(question)",
        ),
        # one expression in itself
        "comprehensions in each other": _Nested("[", " for a in (1, 2)]", last="1"),
        "comprehensions over each other": _Nested("[(a, a) for a in ", "]", last="[1]"),
        "f-strings in each other": _Nested("f(", ") + f(1)", last="1", module="f = lambda q: str(q) + str(q)\n"),
        "lambdas in each other": _Nested("(lambda a: a + a)(", ")", last="question"),
        "lists times two in each other": _Nested("[*", ", *[1, 2]] * 2", last="[1]"),
        "conditions in each other": _Nested("(question if question else ", ")", last="question"),
        "tuples in each other": _Nested("(", ",) * 2", last="1"),
    }
)  # fmt: skip
