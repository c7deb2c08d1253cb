"""CGR104: a path through the entry that gives nothing back."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import header_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.contract import ReturnShape


class MissingReturn(Rule):
    """Some path through the entry ends without a return value.

    What it does
        Reports each bare ``return`` of the entry, and once that paths fall off its end: after a last
        statement that is not a ``return``, an ``if`` without ``else``, a ``match`` of which no case may match,
        a loop that is left by its test, an exception that is swallowed. The first such place is the
        finding, the others are its evidence. A path that ends by an exception is none. Of a script whose answer is
        left in a variable, a path to its end that never binds the variable is such a path.

    Why it matters
        Such a path gives ``None``, which is not what the contract asks for: the row is lost, or counted as
        wrong.

    Example
        .. code-block:: python

            for attempt in range(3):
                answer = extract_answer(llm_model(question, {}))
                if answer != "X":
                    return answer, "B", 3

    Use instead
        A ``return`` after the loop, or a ``raise`` where there is no answer to give.

    References
        Python language reference, 8.7: a function that falls off its end returns ``None``.
    """

    meta = Meta("CGR104", "missing-return", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid(
            "class Some:\n    pass\nclass Nothing:\n    pass\ndef solve(q):\n"
            "    found = Some() if llm_model(q, {}) else Nothing()\n    match found:\n"
            "        case Some():\n            return 'A', 'A', 1\n"
            "        case Nothing():\n            return 'B', 'A', 1\n",
        ),
        Valid("def solve(question):\n    return llm_model(question, {}), 'A', 1\n"),
        Valid("def solve(q):\n    while True:\n        if llm_model(q, {}) == 'A':\n            return 'A', 'A', 1\n"),
        Valid("def solve(q):\n    if q:\n        return 1, 2, 3\n    elif not q:\n        return 3, 2, 1\n"),
        Valid(
            "def solve(q):\n    match q:\n        case 'a':\n            return 1, 2, 3\n"
            "        case _:\n            raise ValueError(q)\n"
        ),
        Valid("import sys\ndef solve(q):\n    if q:\n        return 1, 2, 3\n    sys.exit(1)\n"),
        Valid("def fail(q):\n    raise ValueError(q)\ndef solve(q):\n    if q:\n        return 1, 2, 3\n    fail(q)\n"),
        Valid("def solve(q):\n    try:\n        return llm_model(q, {}), 'A', 1\n    finally:\n        print(q)\n"),
        Valid(
            "def solve(q):\n    for n in range(3):\n        try:\n            return llm_model(q, {}), 'A', 1\n"
            "        except Exception:\n            if n == 2:\n                raise\n"
        ),
        Valid("def solve(q):\n    for _ in range(3):\n        return llm_model(q, {}), 'A', 1\n"),
        Valid("ans = 1\n", contract="pot"),
        Valid("for n in range(3):\n    ans = n\n", contract="pot"),
        Valid("try:\n    ans = int('3')\nexcept ValueError:\n    raise\n", contract="pot"),
        Valid("def f():\n    global ans\n    ans = 1\nf()\n", contract="pot"),
        Valid(
            "from typing import assert_never\ndef solve(q):\n    if llm_model(q, {}):\n        return 'A', 'A', 1\n"
            "    assert_never(q)\n"
        ),
    )
    INVALID = (
        Invalid("def solve(q):\n    if q:\n        return 1, 2, 3\n    return\n", at=("4:5-4:11",)),
        Invalid("def solve(q):\n    answer = llm_model(q, {})\n", at=("2:5-2:30",)),
        Invalid("def solve(q):\n    if q == 'a':\n        return 1, 2, 3\n", at=("2:5-2:16",)),
        Invalid(
            "def solve(q):\n    for n in range(3):\n        if llm_model(q, {}):\n            return 1, 2, 3\n",
            at=("2:5-2:22",),
        ),
        Invalid("def solve(q):\n    while q:\n        return 1, 2, 3\n", at=("2:5-2:12",)),
        Invalid("def solve(q):\n    match q:\n        case 'a':\n            return 1, 2, 3\n", at=("2:5-2:12",)),
        Invalid(
            "def solve(q):\n    try:\n        return llm_model(q, {}), 'A', 1\n    except Exception:\n        pass\n",
            at=("5:9-5:13",),
        ),
        Invalid(
            "import contextlib\ndef solve(q):\n    with contextlib.suppress(ValueError):\n"
            "        return llm_model(q, {}), 'A', 1\n",
            at=("3:5-3:41",),
        ),
        Invalid(
            "def solve(q):\n    for n in range(3):\n        if not q:\n            break\n"
            "        if llm_model(q, {}):\n            return 1, 2, 3\n",
            at=("2:5-2:22",),
        ),
        Invalid("import math\nif math.pi > 3:\n    ans = 1\n", contract="pot", at=("3:5-3:8",)),
        Invalid(
            "def solve(q):\n    if not q:\n        return\n    for word in q:\n        if word:\n            return\n",
            at=("3:9-3:15", "4:5-4:18", "6:13-6:19"),
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every place where a path ends without a value."""
        if context.contract.returns.shape is ReturnShape.VARIABLE:
            yield from self._unbound(context, context.contract.returns.variable or "")
            return
        entry = context.facts.entry
        if entry is None or context.facts.control_flow.is_generator(entry.node):
            return
        falls_off: list[ast.AST] = []
        for node in context.facts.control_flow.graph(entry.node).endings():
            if isinstance(node, ast.Return):
                yield context.finding(self, header_span(context, node), _message(node))
            else:
                falls_off.append(node)
        if falls_off and context.facts.provenance.falls_off:
            others = [(header_span(context, node), _message(node)) for node in falls_off[1:]]
            yield context.finding(self, header_span(context, falls_off[0]), _message(falls_off[0]), others)

    def _unbound(self, context: Context, variable: str) -> Iterator[Finding]:
        """A script that may end without its answer's variable."""
        bindings = context.facts.name_flow.bound_on_some_paths(variable)
        if bindings:
            others = [(binding.node, "bound here, too") for binding in bindings[1:]]
            message = f"some path to the end of the script does not bind {variable!r}, which is bound here"
            yield context.finding(self, bindings[0].node, message, others)


def _message(node: ast.AST) -> str:
    match node:
        case ast.Return():
            return "returns nothing"
        case ast.If():
            return "where this test does not hold, the entry ends without a return"
        case ast.While() | ast.For() | ast.AsyncFor():
            return "where this loop runs out, the entry ends without a return"
        case ast.Match():
            return "where no case matches, the entry ends without a return"
        case ast.With() | ast.AsyncWith():
            return "where an exception is swallowed here, the entry ends without a return"
        case _:
            return "the entry ends here without a return"
