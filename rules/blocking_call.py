"""CGR406: waiting for a person or for time to pass."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.analysis.capabilities import Capability
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class BlockingCall(Rule):
    """The program waits: for a person to type, or for time to pass.

    What it does
        Reports ``input()``, reading standard input, ``breakpoint()`` and sleeping; not under
        ``if __name__ == "__main__":``, where the runner never comes.

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
        Valid("def solve(question, sleep=None):\n    return sleep\n"),
    )
    INVALID = (
        Invalid("name = input('Answer? ')\n", at=("1:8-1:25",)),
        Invalid("from time import sleep as wait\nwait(1)\n", at=("2:1-2:8",)),
        Invalid("import time\nfor _ in range(3):\n    time.sleep(1)\n", at=("3:5-3:18",)),
        Invalid("if __name__ == '__main__':\n    ans = input()\n", contract="pot", at=("2:11-2:18",)),
        Invalid("import sys\nline = sys.stdin.readline()\n", at=("2:8-2:28",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every call that waits."""
        for use in context.facts.capability_uses(Capability.BLOCKING):
            if context.facts.is_skipped(use.place):
                continue
            evidence = [(use.origin.node, "imported here")] if use.origin is not None else []
            yield context.finding(self, use.place, f"{use.name.removeprefix('builtins.')} waits", evidence)
