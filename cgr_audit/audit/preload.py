"""Imported once by the server that children are forked from, so that each child starts with every rule at hand."""

from __future__ import annotations

import gc
from contextlib import suppress

from cgr_audit.audit.registry import load_rules
from cgr_audit.errors import CgrAuditError

with suppress(CgrAuditError):  # a rule that cannot be loaded is reported by whoever asked for it
    load_rules()
gc.freeze()
