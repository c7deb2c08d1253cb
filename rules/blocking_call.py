"""CGR406: waiting for a person or for time to pass."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.capabilities import Capability
from cgr_audit.analysis.scopes import BindingKind
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid

_QUEUES = frozenset({"queue.LifoQueue", "queue.PriorityQueue", "queue.Queue", "queue.SimpleQueue"})
_PUTTING = frozenset({"put", "put_nowait", "_put", "queue"})
"""What fills a queue, its own container among them."""


class BlockingCall(Rule):
    """The program waits: for a person to type, or for time to pass.

    What it does
        Reports ``input()``, reading standard input, ``breakpoint()``, sleeping, and ``get`` of a queue in a program
        that puts nothing into any; not under ``if __name__ == "__main__":``, where the runner never comes.

    Why it matters
        Nobody types anything in a batch run, so ``input()`` fails or hangs. Sleeping between retries costs real time in
        most harnesses and hides how long a program takes; the sandbox's clock is virtual and sleeping there only
        advances it.

    Example
        ``time.sleep(2 ** attempt)``

    Use instead
        Nothing: the runner waits and retries on its own.

    References
        CWE-1088: Synchronous Access of Remote Resource without Timeout.
    """

    meta = Meta("CGR406", "blocking-call", Severity.WARNING, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def input(prompt):\n    return prompt\n\ninput('x')\n"),
        Valid("import time\nstart = time.time()\n"),
        Valid("if __name__ == '__main__':\n    print(input('Question? '))\n"),
        Valid("import queue\nq = queue.Queue()\nq.put(1)\nprint(q.get())\n"),
        Valid("import queue\nq = queue.Queue()\nprint(q.get(False), q.get(block=False), {}.get(1))\n"),
        Valid("def solve(question, sleep=None):\n    return sleep\n"),
    )
    INVALID = (
        Invalid("name = input('Answer? ')\n", at=("1:8-1:25",)),
        Invalid("from time import sleep as wait\nwait(1)\n", at=("2:1-2:8",)),
        Invalid("import time\nfor _ in range(3):\n    time.sleep(1)\n", at=("3:5-3:18",)),
        Invalid("if __name__ == '__main__':\n    ans = input()\n", contract="pot", at=("2:11-2:18",)),
        Invalid("import sys\nline = sys.stdin.readline()\n", at=("2:8-2:28",)),
        Invalid("import queue\nqueue.Queue().get()\n", at=("2:1-2:20",)),
        Invalid("from queue import SimpleQueue as Q\ndef f():\n    q = Q()\n    return q.get()\n", at=("4:12-4:19",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every call that waits."""
        for use in context.facts.capability_uses(Capability.BLOCKING):
            if context.facts.is_skipped(use.place):
                continue
            evidence = [(use.origin.node, "imported here")] if use.origin is not None else []
            yield context.finding(self, use.place, f"{use.name.removeprefix('builtins.')} waits", evidence)
        for call in _endless_gets(context):
            if not context.facts.is_skipped(call):
                yield context.finding(self, call, "get waits for what nothing puts into the queue")


def _endless_gets(context: Context) -> Iterator[ast.Call]:
    """Where a program takes from a queue of its own, and waits, though it puts nothing into any."""
    index = context.facts.index
    gets = [part for part in index.of(ast.Attribute) if part.attr == "get" and _is_queue(part.value, context)]
    if not gets or any(part.attr in _PUTTING for part in index.of(ast.Attribute)):
        return
    for get in gets:
        call = index.parent(get)
        if isinstance(call, ast.Call) and call.func is get and not _is_at_once(call):
            yield call


def _is_queue(owner: ast.expr, context: Context) -> bool:
    """What a class of ``queue`` makes, or a variable that is assigned that alone."""
    if isinstance(owner, ast.Name):
        binding = context.facts.scopes.sole_binding(owner)
        if binding is None or binding.kind is not BindingKind.ASSIGNMENT:
            return False
        return isinstance(binding.value, ast.Call) and _is_queue(binding.value, context)
    return isinstance(owner, ast.Call) and bool(context.facts.dotted_names.names(owner.func) & _QUEUES)


def _is_at_once(call: ast.Call) -> bool:
    """``get(False)`` and ``get(block=False)``, or what may be the one or the other."""
    block = next((given.value for given in call.keywords if given.arg in {"block", None}), None)
    block = call.args[0] if call.args else block
    return block is not None and not (isinstance(block, ast.Constant) and block.value)
