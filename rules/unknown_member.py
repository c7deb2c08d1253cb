"""CGR506: a member that does not exist."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.members.unknown_members import find_unknown_members
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class UnknownMemberUsed(Rule):
    """A module, class or object is asked for a member that it does not have.

    What it does
        Reports members that do not exist: of modules (``re.find_all``, also where they are imported by name), of
        standard classes (``datetime.datetime.nowtime``), of values whose class is certain (``"abc".contains("b")``, a
        response, the question), and of instances of the program's own classes (``self.tally`` that nothing sets). The
        members of modules and standard classes are those of the sandbox's interpreter. The class of a variable is
        certain only if that of everything that binds it is. Nothing is reported where the program catches the error by
        name, tests for the member first (``hasattr``, ``sys.version_info``), has its name as a text, stores a member
        of that name anywhere, or may define members dynamically (``setattr``, ``exec``, ``__getattr__``, an unknown
        base).

    Why it matters
        The expression raises ``AttributeError`` (an import, ``ImportError``) as soon as it is reached. Models invent
        such names, and a broad handler around one hides that and leaves a wrong answer.

    Example
        .. code-block:: python

            letters = re.find_all(r"[A-E]", reply)

    Use instead
        The name that the library has: ``re.findall``, ``"b" in "abc"``, ``statistics.mean``.

    References
        Python library reference; astroid confirms members of the program's own classes.
    """

    meta = Meta("CGR506", "unknown-member", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("import re\nprint(re.findall('a', 'b'), re.compile('a').groupindex, 'a'.removeprefix('b'))\n"),
        Valid("import math\nmath.mean = lambda xs: sum(xs) / len(xs)\nprint(math.mean([1]))\n"),
        Valid("import re\nif hasattr(re, 'find_all'):\n    re.find_all('a', 'b')\n"),
        Valid("try:\n    from math import mean\nexcept ImportError:\n    from statistics import mean\n"),
        Valid("import ast\ntry:\n    kind = ast.Num\nexcept AttributeError:\n    kind = ast.Constant\n"),
        Valid("import sys, string\nif sys.version_info < (3,):\n    print(string.letters)\n"),
        Valid("try:\n    import regex as re\nexcept ImportError:\n    import re\nre.find_all('a', 'b')\n"),
        Valid("def solve(text):\n    return text.contains('b')\n", contract="function"),
        Valid("def solve(question):\n    best = None\n    for word in question.split():\n"
              "        if best is not None:\n            best.mark()\n        best = make(word)\n    return best\n"),
        Valid("def solve(question):\n    for part in [question, make()]:\n        part.contains('b')\n"),
        Valid("words = [1, 'a']\nwords[0] = make()\nwords[0].contains('b')\n", contract="pot"),
        Valid("class A:\n    def __getattr__(self, name):\n        return name\nA().missing\n"),
        Valid("class A(Base):\n    def ask(self):\n        return self.missing\n"),
        Valid("class A:\n    def ask(self):\n        return self.made_later\nA().made_later = 1\n"),
        Valid("class A:\n    def add(self):\n        self.append(1)\nclass B(A, list):\n    pass\n"),
        Valid("from types import SimpleNamespace\nprint(SimpleNamespace(a=1).a)\n"),
        Valid("from collections import namedtuple\nP = namedtuple('P', 'x y')\nprint(P(1, 2).x)\n"),
        Valid("from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\nprint(P(1).x)\n"),
        Valid("from enum import Enum\nclass C(Enum):\n    RED = 1\nprint(C.RED.value, C['RED'].nam)\n"),
        Valid("import re\ndef solve(question: re.Text) -> re.Patern:\n    return question\n"),
        Valid("import re\nif False:\n    re.find_all('a', 'b')\n"),
        Valid("import re\ndef f():\n    return 1\n    re.find_all('a', 'b')\n"),
    )  # fmt: skip
    INVALID = (
        Invalid("import re\nletters = re.find_all('[A-E]', 'A')\n", at=("2:11-2:22",)),
        Invalid("import math as m\nprint(m.mean([1, 2]))\n", at=("2:7-2:13",)),
        Invalid("from math import mean, sqrt\n", at=("1:18-1:22",)),
        Invalid("import datetime\nprint(datetime.now())\n", at=("2:7-2:19",)),
        Invalid("from datetime import datetime\nprint(datetime.nowtime())\n", at=("2:7-2:23",)),
        Invalid("print('abc'.contains('b'))\n", at=("1:7-1:21",)),
        Invalid("words = []\nwords.add('a')\n", at=("2:1-2:10",)),
        Invalid("seen = set()\nfor n in range(3):\n    seen.append(n)\n", at=("3:5-3:16",)),
        Invalid("from collections import Counter\nvotes = Counter('AAB')\nprint(votes.most_commons(1))\n",
                at=("3:7-3:25",)),
        Invalid("def solve(question):\n    return question.contains('b'), 'B', 1\n", at=("2:12-2:29",)),
        Invalid("def solve(q):\n    reply = llm_model(q, {})\n    reply = reply.strip()\n"
                "    return reply.content, 'B', 1\n", at=("4:12-4:25",)),
        Invalid("def join(parts):\n    text = ''\n    for part in parts:\n        text += part\n    return text\n"
                "print(join('a').contains('b'))\n", at=("6:7-6:25",)),
        Invalid("class A:\n    def ask(self):\n        return self.missing\n", at=("3:16-3:28",)),
        Invalid("class A:\n    def ask(self):\n        return 1\na = A()\nprint(a.answer())\n", at=("5:7-5:15",)),
        Invalid("try:\n    print('abc'.contains('b'))\nexcept Exception:\n    pass\n", at=("2:11-2:25",)),
        Invalid("print(math.mean([1]))\n", contract="pot", at=("1:7-1:16",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for each such place."""
        for found in find_unknown_members(context.members):
            message = f"{found.owner} has no member {found.name!r}"
            message += f"; did you mean {found.close!r}?" if found.close else ""
            evidence: list[tuple[ast.AST, str]] = [] if found.origin is None else [(found.origin, "bound here")]
            yield context.finding(self, found.node, message, evidence)
