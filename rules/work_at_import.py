"""CGR111: solver calls or heavy work when the program is imported."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import header_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.contract import EntryKind


class WorkAtImport(Rule):
    """The module's body asks the solver, or computes for long.

    What it does
        Reports, where the contract names a function as the entry, calls in the module's body that reach the solver, and
        statements there that run loops, comprehensions, sorts or recursion of 50,000 rounds and more, as far as the
        text shows the number. Constants, patterns, small tables and what is under
        ``if __name__ == "__main__":`` are fine.

    Why it matters
        The runner imports the program before it calls the entry. Calls made then count against no item, ask about no
        item, and are repeated for every item that the program is run on.

    Example
        ``OPENING = llm_model("Are you there?", {})`` at the top of the file.

    Use instead
        Do the work inside the entry, or in a function that it calls.

    References
        The contract's ``[entry]`` table: ``kind = "function"`` and ``kind = "method"``.
    """

    meta = Meta("CGR111", "work-at-import", Severity.WARNING, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("import re\nPATTERN = re.compile('[A-E]')\nTABLE = {n: n * n for n in range(100)}\n"
              "def solve(q):\n    return q\n"),
        Valid("def solve(q):\n    return llm_model(q, {})\nif __name__ == '__main__':\n    print(solve('q'))\n"),
        Valid("from functools import partialmethod\nclass A:\n    def ask(self, q):\n        return llm_model(q, {})\n"
              "    again = partialmethod(ask, 'q')\ndef solve(q):\n    return A().again()\n"),
        Valid("ASK = lambda q: llm_model(q, {})\ndef solve(q):\n    return ASK(q), 'A', 1\n"),
        Valid("def solve(q):\n    return sum(n for n in range(10 ** 6))\n"),
        Valid("import itertools\nPAIRS = itertools.permutations(range(10), -1)\nMORE = list(PAIRS)\n"
              "def solve(q):\n    return q\n"),
        Valid("LIMIT = 10 ** 9\nNUMBERS = range(LIMIT)\ndef solve(q):\n    return q in NUMBERS\n"),
        Valid("from functools import cache\n@cache\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n"
              "BIG = fib(80)\ndef solve(q):\n    return BIG\n"),
        Valid("SQUARES = (n * n for n in [1, 2])\nclass A:\n    def ask(self, q):\n        return llm_model(q, {})\n"
              "AGENT = A()\ndef solve(q):\n    return AGENT.ask(q), 'A', 1\n"),
        Valid("total = 0\nfor n in range(10 ** 6):\n    total += n\nans = total\n", contract="pot"),
    )  # fmt: skip
    INVALID = (
        Invalid("HELLO = llm_model('Are you there?', {})\ndef solve(q):\n    return HELLO, 'A', 1\n", at=("1:9-1:40",)),
        Invalid("def ask(q):\n    return llm_model(q, {})\nHELLO = ask('hello')\ndef solve(q):\n    return HELLO\n",
                at=("3:9-3:21",)),
        Invalid("def solve(q):\n    return llm_model(q, {}), 'A', 1\nprint(solve('q'))\n", at=("3:7-3:17",)),
        Invalid("TABLE = [n * n for n in range(10 ** 6)]\ndef solve(q):\n    return TABLE\n", at=("1:1-1:40",)),
        Invalid("total = 0\nfor n in range(1_000_000):\n    total += n\ndef solve(q):\n    return total\n",
                at=("2:1-2:26",)),
        Invalid("for n in range(10 ** 30):\n    print(n)\ndef solve(q):\n    return q\n", at=("1:1-1:25",)),
        Invalid("for a in range(500):\n    for b in range(500):\n        print(a)\ndef solve(q):\n    return q\n",
                at=("1:1-1:20",)),
        Invalid("ORDER = sorted(range(1000000), key=lambda n: -n)\ndef solve(q):\n    return ORDER\n",
                at=("1:1-1:49",)),
        Invalid("def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nBIG = fib(32)\ndef solve(q):\n"
                "    return BIG\n", at=("3:1-3:14",)),
        Invalid("def build(size):\n    return [n % 7 for n in range(size * size)]\nTABLE = build(1000)\ndef solve(q):\n"
                "    return TABLE\n", at=("3:1-3:20",)),
        Invalid("import itertools\nALL = list(itertools.permutations(range(10)))\ndef solve(q):\n    return ALL\n",
                at=("2:1-2:46",)),
        Invalid("try:\n    HELLO = llm_model('hello', {})\nexcept Exception:\n    HELLO = ''\ndef solve(q):\n"
                "    return HELLO\n", at=("2:13-2:35",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every solver call, and every long computation, of the module's body."""
        if context.contract.entry.kind is EntryKind.SCRIPT:
            return
        work = context.facts.import_work
        for call in work.solver_calls():
            yield context.finding(self, call, "the solver is called when the program is imported")
        for statement in work.heavy():
            yield context.finding(self, header_span(context, statement), "this computes for long at import")
