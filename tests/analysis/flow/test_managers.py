"""Which exceptions a context manager keeps from leaving its block."""

from __future__ import annotations

import ast
import textwrap

import pytest

from cgr_audit.analysis.flow.managers import kept_back
from cgr_audit.analysis.scopes import build_scopes


def kept(source: str) -> list[str]:
    """The classes that the managers of the last ``with`` keep back; ``*`` for any."""
    tree = ast.parse(textwrap.dedent(source))
    scopes = build_scopes(tree)
    block = [node for node in ast.walk(tree) if isinstance(node, ast.With)][-1]
    kinds = (kind for item in block.items for kind in kept_back(item.context_expr, scopes, block.body))
    return ["*" if kind is None else ast.unparse(kind) for kind in kinds]


def own(*lines: str) -> str:
    """A class whose ``__exit__`` does what the lines say, and a ``with`` around a call."""
    body = "".join(f"        {line}\n" for line in lines)
    return f"class M:\n    def __exit__(self, kind, error, trace):\n{body}with M():\n    ask()\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import contextlib\nwith contextlib.suppress(KeyError, OSError):\n    ask()\n", ["KeyError", "OSError"]),
        ("with open('x'):\n    ask()\n", []),
        (own("return True"), ["*"]),
        (own("return False"), []),
        (own("print(error)"), []),
        (own("if kind is None:", "    return True", "raise ValueError from error"), []),
        (own("if not error:", "    return True", "return None"), []),
        (own("if kind:", "    return True", "return False"), ["*"]),
        (own("if kind:", "    return False", "return True"), []),
        (own("return kind is None"), []),
        (own("return issubclass(kind, KeyError)"), ["KeyError"]),
        (own("return kind is not None and issubclass(kind, KeyError)"), ["KeyError"]),
        (own("return kind is KeyError"), ["KeyError"]),
        (own("return True").replace("with M():", "m, n = M(), 1\nwith m:"), ["*"]),
        (own("return True").replace("with M():", "m = M()\nwith m as n:"), ["*"]),
        (
            "from contextlib import ExitStack, suppress\nwith ExitStack() as s:\n"
            "    s.enter_context(suppress(OSError))\n",
            ["OSError"],
        ),
        ("from contextlib import ExitStack\nwith ExitStack() as s:\n    s.enter_context(open('x'))\n", []),
        ("def m():\n    try:\n        yield\n    except OSError:\n        pass\nwith m():\n    ask()\n", ["OSError"]),
        ("def m():\n    try:\n        yield\n    except OSError:\n        raise\nwith m():\n    ask()\n", []),
        ("def m():\n    try:\n        yield\n    finally:\n        print()\nwith m():\n    ask()\n", []),
        ("def m():\n    try:\n        yield\n    finally:\n        return\nwith m():\n    ask()\n", ["*"]),
        ("def m():\n    try:\n        open('x')\n    except OSError:\n        yield\nwith m():\n    ask()\n", []),
    ],
)
def test_a_manager_keeps_back(source: str, expected: list[str]) -> None:
    assert kept(source) == expected
