"""Rules for tests: one crashes, one would end the process, one does its work."""

import ast
import sys

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, Rule


class Crashing(Rule):
    """Crashes on programs that name ``crash``."""

    meta = Meta("T002", "crashing", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    def check(self, context):
        """Crash."""
        if _names(context, "crash"):
            raise ValueError("this rule\nis broken")
        return iter(())


class Exiting(Rule):
    """Exits on programs that name ``leave``."""

    meta = Meta("T003", "exiting", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    def check(self, context):
        """Exit."""
        if _names(context, "leave"):
            sys.exit(7)
        return iter(())


class Working(Rule):
    """Finds ``found``."""

    meta = Meta("T004", "working", Severity.WARNING, Confidence.HIGH, since="0.1.0")

    def check(self, context):
        """Yield a finding for every such name."""
        for node in _names(context, "found"):
            yield context.finding(self, node, "is found")


def _names(context, name):
    return [node for node in ast.walk(context.tree) if isinstance(node, ast.Name) and node.id == name]
