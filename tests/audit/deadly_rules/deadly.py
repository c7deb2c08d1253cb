"""Rules for tests that do to their process what a parser may do."""

import ast
import os
import time

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, Rule


class Deadly(Rule):
    """Ends its process on ``die``, never ends on ``hang``, goes too deep on ``sink``, is out of memory on ``swell``.

    Asks for 3 GB on ``bomb``.
    """

    meta = Meta("T010", "deadly", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    def check(self, context):
        """Do it."""
        names = {node.id for node in ast.walk(context.tree) if isinstance(node, ast.Name)}
        if "die" in names:
            os._exit(9)
        if "hang" in names:
            time.sleep(600)
        if "sink" in names:
            self.check(context)
        if "swell" in names:
            raise MemoryError
        if "bomb" in names:
            self.held = [bytearray(256 * 1024**2) for _ in range(12)]
        return iter(())
