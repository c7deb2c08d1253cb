"""CGR405: chance, clocks, identity or hash order deciding the answer."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.capabilities import Capability, capability
from cgr_audit.analysis.logging_only import is_logging_only
from cgr_audit.analysis.set_order import SetOrder
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid

_GENERATORS = frozenset({"random.Random", "numpy.random.default_rng", "numpy.random.RandomState"})
_SEEDERS = frozenset({"random.seed", "numpy.random.seed"})
_SHUFFLERS = frozenset({"random.shuffle", "numpy.random.shuffle"})
"""They give nothing back; chance is in the order of what they are given."""


class Nondeterminism(Rule):
    """Chance, a clock, an identity or the order of a set decides what the program does.

    What it does
        Reports randomness that no seed governs, clocks and ``id``/``hash`` whose value reaches more than a log line,
        and the places where the order of a set picks one of its elements: ``set.pop()``, ``next(iter(s))``,
        ``list(s)[0]``, ``first, *rest = s``, and ``max(set(votes), key=votes.count)`` or a loop over ``set(votes)``
        that keeps the best, where the order decides ties.

    Why it matters
        Two runs of the same program with the same responses differ, so its accuracy is a sample and not a property. The
        sandbox seeds randomness and hashing from the run; elsewhere nobody does.

    Example
        ``random.choice(letters)``

    Use instead
        ``random.Random(0)``; ``Counter(votes).most_common(1)``, which keeps the order of first votes;
        ``sorted(set(votes))``.

    References
        CWE-330: Use of Insufficiently Random Values. Python's ``PYTHONHASHSEED``.
    """

    meta = Meta("CGR405", "nondeterminism", Severity.WARNING, Confidence.MEDIUM, since="0.1.0")

    VALID = (
        Valid("import random\nif __name__ == '__main__':\n    print(max(random.sample(range(9), 2)))\n"),
        Valid("import random\nrandom.seed(7)\nletter = random.choice('ABC')\n"),
        Valid("import random\nrng = random.Random(0)\nletter = rng.choice('ABC')\n"),
        Valid("import time\nstart = time.time()\nprint('took', round(time.time() - start, 2))\n"),
        Valid("from collections import Counter\ndef f(votes):\n    return Counter(votes).most_common(1)[0][0]\n"),
        Valid("def f(votes):\n    return max(sorted(set(votes)), key=votes.count)\n"),
        Valid("def f(votes):\n    return max(set(votes), key=lambda v: (votes.count(v), v))\n"),
        Valid("def f(votes):\n    return len(set(votes)) == 1\n"),
        Valid("def f(votes):\n    s = set(votes)\n    return s.pop() if len(s) == 1 else 'X'\n"),
        Valid("def f(votes):\n    s = set(votes)\n    if len(s) == 1:\n        return list(s)[0]\n    return 'X'\n"),
        Valid("def f(votes):\n    u = list(set(votes))\n    u.sort()\n    return u[0]\n"),
        Valid("def f(votes):\n    u = list(set(votes))\n    return [u[n] for n in range(len(u))]\n"),
        Valid("def f(votes):\n    return sorted(set(votes))[0]\n"),
        Valid("def f(votes):\n    first, *rest = sorted(set(votes), key=votes.index)\n    return first\n"),
        Valid("def f(votes):\n    return max(set(votes), key=lambda v: (votes.count(v), -votes.index(v)))\n"),
        Valid("def f(words):\n    return sorted(set(words), key=len)[:3]\n"),
        Valid(
            "def f(v):\n    for x in set(v):\n        if v.count(x) > len(v) / 2:\n            a = x\n    return a\n"
        ),
        Valid("def f(v):\n    return [x for x in set(v) if v.count(x) >= 2][0]\n"),
        Valid(
            "def f(votes):\n    n = 0\n    for v in set(votes):\n        if votes.count(v) > n:\n"
            "            n = votes.count(v)\n"
        ),
        Valid(
            "import time\nclass T:\n    def __enter__(self):\n        self.t = time.time()\n"
            "    def __exit__(self, *a):\n        print(time.time() - self.t)\n"
        ),
        Valid("import time\ndef f():\n    t = time.time()\n    if time.time() - t > 9:\n        print('slow')\n"),
        Valid("import random\ndef deck(seed=7):\n    return random.Random(seed)\n"),
        Valid("s = s | {1}\n"),
        Valid("class Vote:\n    def __hash__(self):\n        return hash(self.letter)\n"),
    )
    INVALID = (
        Invalid("import random\nletter = random.choice('ABC')\n", at=("2:10-2:30",)),
        Invalid("import random\nrng = random.Random()\n", at=("2:7-2:22",)),
        Invalid("import random\nvotes = ['A', 'B']\nrandom.shuffle(votes)\n", at=("3:1-3:22",)),
        Invalid("import random, time\nrandom.seed(a=time.time())\nx = random.random()\n", at=("2:15-2:26", "3:5-3:20")),
        Invalid(
            "import random\ndef never():\n    random.seed(0)\ndef solve():\n    return random.random()\n",
            at=("5:12-5:27",),
        ),
        Invalid("import random\nif False:\n    random.seed(0)\nx = random.random()\n", at=("4:5-4:20",)),
        Invalid("import random\ndef deck(seed=None):\n    return random.Random(seed)\ndeck()\n", at=("3:12-3:31",)),
        Invalid(
            "def f(votes):\n    alive = set(votes)\n    alive -= {'X'}\n    first, *rest = alive\n", at=("4:20-4:25",)
        ),
        Invalid("def f(votes, n):\n    u = list(set(votes))\n    return u[int(n)]\n", at=("3:12-3:21",)),
        Invalid("def f(v):\n    return sorted(set(v), key=v.count)[-1]\n", at=("2:12-2:43",)),
        Invalid(
            "def f(v):\n    return [x for x in set(v) if v.count(x) == max(map(v.count, v))][0]\n", at=("2:12-2:72",)
        ),
        Invalid(
            "def f(v):\n    best = None\n    for x in set(v):\n        if best is None or v.count(x) > v.count(best):\n"
            "            best = x\n    return best\n",
            at=("3:14-3:20",),
        ),
        Invalid(
            "def f(v):\n    t = {}\n    for x in set(v):\n        t.setdefault(v.count(x), []).append(x)\n"
            "    return t[max(t)][0]\n",
            at=("5:12-5:24",),
        ),
        Invalid(
            "import time\nclass T:\n    def go(self):\n        self.t = time.time()\n        return self.t\n",
            at=("4:18-4:29",),
        ),
        Invalid("import uuid\nname = str(uuid.uuid4())\n", at=("2:12-2:24",)),
        Invalid("import time\ndef f():\n    return 'ABCD'[int(time.time()) % 4]\n", at=("3:23-3:34",)),
        Invalid("def f(votes):\n    return max(set(votes), key=votes.count)\n", at=("2:12-2:44",)),
        Invalid("def f(votes):\n    return list(set(votes))[0]\n", at=("2:12-2:31",)),
        Invalid("def f(votes):\n    seen = set(votes)\n    return seen.pop()\n", at=("3:12-3:22",)),
        Invalid("def f(votes):\n    return next(iter({v for v in votes}))\n", at=("2:12-2:42",)),
        Invalid("def f(question):\n    return 'ABCD'[hash(question) % 4]\n", at=("2:19-2:33",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every source of chance that matters."""
        yield from self._chance(context)
        for node, said in SetOrder(context.facts.index, context.facts.scopes, context.facts.dotted_names).picks():
            yield context.finding(self, node, f"the order of a set {said}, and it differs from process to process")

    def _chance(self, context: Context) -> Iterator[Finding]:
        facts = context.facts
        seeded = {name.rpartition(".")[0] for name in self._seeds(context)}
        for use in facts.dotted_names.uses:
            kind = capability(use.name)
            unseeded = kind is Capability.SEEDED_CHANCE and _module_of(use.name) not in seeded
            generator = use.name in _GENERATORS and use.call is not None and not _has_seed(use.call, context)
            if not (unseeded or generator or kind in {Capability.CHANCE, Capability.CLOCK}):
                continue
            if use.call is not None and use.name == "time.strftime" and len(use.call.args) > 1:
                continue
            if facts.is_skipped(use.place):
                continue
            if use.name == "builtins.hash" and _is_in_hash(use.place, context):
                continue
            if use.name not in _SHUFFLERS and is_logging_only(use.place, facts.index, facts.scopes):
                continue
            evidence = [(use.origin.node, "imported here")] if use.origin is not None else []
            name = use.name.removeprefix("builtins.")
            yield context.finding(self, use.place, f"{name} differs from run to run", evidence)

    @staticmethod
    def _seeds(context: Context) -> Iterator[str]:
        for use in context.facts.dotted_names.uses:
            if use.name in _SEEDERS and use.call is not None and _has_seed(use.call, context):
                names = context.facts.dotted_names
                given = _given(use.call)[0]
                inner = given.func if isinstance(given, ast.Call) else given
                if not any(capability(name) for name in names.names(inner)) and _is_reached(use.call, context):
                    yield use.name


def _is_in_hash(node: ast.AST, context: Context) -> bool:
    """Whether a class says how its instances hash, which orders nothing by itself."""
    function = context.facts.index.enclosing_function(node)
    return isinstance(function, ast.FunctionDef) and function.name == "__hash__"


def _module_of(name: str) -> str:
    """The module whose shared generator a function uses."""
    return "numpy.random" if name.startswith("numpy.random.") else "random"


def _given(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _has_seed(call: ast.Call, context: Context) -> bool:
    """Whether a seed is given, which is not always ``None``."""
    given = _given(call)
    if not given:
        return False
    possible = context.facts.possible_values.of(given[0]).values
    return not possible or any(value is not None for value in possible)


def _is_reached(call: ast.Call, context: Context) -> bool:
    """Whether a call stands at module level, or in a function that the entry reaches, and under no test that fails."""
    facts = context.facts
    function = facts.index.enclosing_function(call)
    if function is not None and function not in facts.solver_calls.reachable:
        return False
    tests = (ancestor.test for ancestor in facts.index.ancestors(call) if isinstance(ancestor, ast.If))
    return not any((known := facts.constants.fold(test)) is not None and not known.value for test in tests)
