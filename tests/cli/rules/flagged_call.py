"""A rule for tests: programs say themselves what is to be found in them."""

import ast

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, Rule


class FlaggedCall(Rule):
    """A call of ``flag`` is found, and names that begin with ``why`` are the evidence.

    What it does
        Reports ``flag("severity", "message")``.

    Why it matters
        Tests need findings that no change to another rule moves.

    Example
        .. code-block:: python

            why = 1
            flag("error", "said")

    Use instead
        Nothing.

    References
        None.
    """

    meta = Meta("T001", "flagged-call", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    def check(self, context):
        """Yield a finding for every flag."""
        nodes = list(ast.walk(context.tree))
        reasons = [
            (node, f"because of {node.id}")
            for node in nodes
            if isinstance(node, ast.Name) and node.id.startswith("why")
        ]
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "flag":
                severity, message = (argument.value for argument in node.args)
                yield context.finding(self, node, message, reasons, severity=Severity(severity))
