"""CGR507: a call with arguments that the callable does not take."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.members.wrong_calls import find_wrong_calls
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class WrongArguments(Rule):
    """A function, class or method is called with arguments that it does not take.

    What it does
        Reports calls with too many, too few, unknown or doubled arguments: of builtins and of functions and classes
        of standard modules, of methods of values whose class is certain (as for CGR506), and of the program's own
        functions, named lambdas, constructors and methods, unless a decorator or a second definition may make them
        something else. The parameters of standard callables are those of the sandbox's interpreter; only callables
        that were seen to refuse wrong arguments there are reported. ``*args`` and ``**kwargs`` may hold anything.
        Nothing is reported where the program catches ``TypeError`` by name. Calls of the runner's helpers are
        CGR106.

    Why it matters
        The call raises ``TypeError`` as soon as it is reached; a broad handler around it hides that and leaves a wrong
        answer.

    Example
        .. code-block:: python

            ranked = sorted(votes, cmp=by_count)

    Use instead
        The parameters that it has: ``sorted(votes, key=count)``.

    References
        Python language reference, 6.3.4: calls.
    """

    meta = Meta("CGR507", "wrong-arguments", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("import re\nprint(re.sub('a', 'b', 'c', count=1), len('a'), sorted([1], key=abs), max(1, 2, key=abs))\n"),
        Valid("def ask(text, tries=3, *, short=False):\n    return text\nask('a', 1, short=True)\nask(text='a')\n"),
        Valid("def ask(*texts, **settings):\n    return texts\nask()\nask(1, 2, a=3)\n"),
        Valid("def ask(text):\n    return text\nask(*parts)\nask(**named)\n", contract="pot"),
        Valid("import functools\n@functools.partial(partial_of, 1)\ndef ask(text):\n    return text\nask()\n"),
        Valid("def ask(text):\n    return text\nif 1 < 2:\n    def ask():\n        return 1\nask()\n"),
        Valid("def ask(text):\n    return text\ntry:\n    ask()\nexcept TypeError:\n    pass\n"),
        Valid("class A:\n    def __init__(self, text):\n        self.text = text\nclass B(A):\n    pass\nA('a')\n"
              "B('b')\n"),
        Valid("class A(Base):\n    pass\nA(1, 2)\n"),
        Valid("class A:\n    def ask(self, text):\n        return text\n    def run(self):\n"
              "        return self.ask('a')\nA().ask(text='a')\nA.ask(A(), 'a')\n"),
        Valid("class A:\n    @staticmethod\n    def ask(text):\n        return text\nA().ask('a')\n"),
        Valid("def len(a, b):\n    return a\nlen(1, 2)\n"),
        Valid("from collections import Counter\nCounter(a=1)\nCounter([1]).most_common(1)\n'a'.split(sep='b')\n"),
        Valid("def solve(q):\n    return llm_model(q)\n"),
    )  # fmt: skip
    INVALID = (
        Invalid("print(len('a', 'b'))\n", at=("1:16-1:19",)),
        Invalid("print(sorted([1], cmp=abs))\n", at=("1:19-1:26",)),
        Invalid("import re\nre.findall('a')\n", at=("2:1-2:16",)),
        Invalid("import random\nrandom.choice('A', 'B')\n", at=("2:20-2:23",)),
        Invalid("print(', '.join('a', 'b'))\n", at=("1:22-1:25",)),
        Invalid("words = []\nwords.append(1, 2)\n", at=("2:17-2:18",)),
        Invalid("def ask(text):\n    return text\nask('a', 1)\n", at=("3:10-3:11",)),
        Invalid("def ask(text, tries):\n    return text\nask('a')\n", at=("3:1-3:9",)),
        Invalid("def ask(text):\n    return text\nask('a', text='b')\n", at=("3:10-3:18",)),
        Invalid("def ask(text):\n    return text\nask(prompt='b')\n", at=("3:5-3:15",)),
        Invalid("twice = lambda n: 2 * n\ntwice(1, 2)\n", at=("2:10-2:11",)),
        Invalid("class A:\n    def __init__(self, text):\n        self.text = text\nA()\n", at=("4:1-4:4",)),
        Invalid("class A:\n    pass\nA(1)\n", at=("3:3-3:4",)),
        Invalid("class A:\n    def ask(self, text):\n        return text\n    def run(self):\n"
                "        return self.ask()\n", at=("5:16-5:26",)),
        Invalid("class A:\n    def ask():\n        return 1\nA().ask()\n", at=("4:1-4:10",)),
        Invalid("def solve(question):\n    return question.split('a', 1, 2), 'B', 1\n", at=("2:35-2:36",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding for each such call."""
        for found in find_wrong_calls(context.members):
            (place, fault), *others = found.faults
            evidence: list[tuple[ast.AST, str]] = list(others)
            if found.definition is not None:
                evidence.append((found.definition, "defined here"))
            yield context.finding(self, place, f"{found.name}: {fault}", evidence)
