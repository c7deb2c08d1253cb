"""Imported once by the server that children are forked from, so that each child starts with all it needs at hand."""

from __future__ import annotations

import gc
import importlib
from contextlib import suppress

from cgr_audit.audit.children import silence
from cgr_audit.audit.registry import load_rules
from cgr_audit.errors import CgrAuditError
from cgr_audit.source.parse import parse

silence()  # a child whose parent ends while it starts would show a traceback
_FIRST_NEEDED_LATER = ("cgr_audit.analysis.answers.answers", "cgr_audit.audit.engine", "pebble.pool.process")
"""What children import when they are first given work."""

with suppress(CgrAuditError):  # a rule that cannot be loaded is reported by whoever asked for it
    load_rules()
for _name in _FIRST_NEEDED_LATER:
    importlib.import_module(_name)
parse("")  # imports libcst
gc.freeze()
