"""How values show themselves in a notebook.

Values of every layer may be shown, and the page, which is behind most of them, has the words for it: so this is the one
place that looks downstream, when a notebook asks and not before.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["notebook_html"]


def notebook_html(value: Any) -> str:
    """A value as the piece of HTML that a notebook shows."""
    html: str = import_module("cgr_audit.page.notebook").notebook_html(value)
    return html
