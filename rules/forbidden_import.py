"""CGR401: imports outside the contract's list."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.dotted_names import Import
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class ForbiddenImport(Rule):
    """A module is imported that the contract does not allow.

    What it does
        Reports every import of a module outside the contract's ``[imports] allowed`` list: by statement, by
        ``__import__``, by ``importlib.import_module``, and by a name that is computed at run time. A submodule is
        allowed with its package. Where the module is then used to reach outside or into the interpreter, that use is
        reported instead (CGR402, CGR403, CGR404), with the import as evidence. Imports that only a type checker sees
        are left alone.

    Why it matters
        The list is what the sandbox offers. A program that needs more either fails there, and its fallback is scored
        as an answer, or was meant to reach something it must not.

    Example
        ``import requests``

    Use instead
        The modules of the contract's profile, which are the pure ones of the standard library; ``cgr-audit contracts
        cgr`` shows the list.

    References
        CWE-829: Inclusion of Functionality from Untrusted Control Sphere.
    """

    meta = Meta("CGR401", "forbidden-import", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("import ast, sys\nprint(ast.literal_eval('1'), file=sys.stderr)\n"),
        Valid("import re\nimport collections.abc as abc\nfrom math import sqrt\n"),
        Valid("import importlib\nimportlib.import_module('math')\n".replace("import importlib\n", "")),
        Valid("import typing\nif typing.TYPE_CHECKING:\n    import numpy as np\n"),
        Valid("import os\n\ndef solve(question):\n    os.system('ls')\n"),  # CGR403 says it
        Valid("import importlib\nimportlib.import_module('os').system('ls')\n"),  # so does it here
        Valid("import sys\nkey = sys.modules['os'].environ['KEY']\n"),
        Valid("def __import__(name):\n    return name\n\n__import__('os')\n"),
    )
    INVALID = (
        Invalid("import requests\n", at=("1:8-1:16",)),
        Invalid(
            "def load(name):\n    return __import__(name)\ndef solve(q):\n    return load('math'), load('numpy')\n",
            at=("2:12-2:28",),
        ),
        Invalid("import re, numpy as np\n", at=("1:12-1:23",)),
        Invalid(
            "def solve(question):\n    from scipy.special import comb\n    return comb(4, 2)\n",
            at=("2:31-2:35",),
        ),
        Invalid("np = __import__('nu' + 'mpy')\n", at=("1:6-1:30",)),
        Invalid("def solve(question):\n    return __import__(question)\n", at=("2:12-2:32",)),
        Invalid("from . import secrets_of_the_judge\n", at=("1:15-1:35",)),
        Invalid("try:\n    import numpy as np\nexcept ImportError:\n    np = None\n", at=("2:12-2:23",)),
        Invalid("import os\n\ndef join(a, b):\n    return os.path.join(a, b)\n", at=("1:8-1:10",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every import that no use explains better."""
        for found in context.facts.dotted_names.imports():
            if _allowed(found, context) or _only_for_type_checkers(found.node, context):
                continue
            if not context.facts.capability_chains.is_explained(found):
                yield context.finding(self, found.node, _message(found, context))


def _allowed(found: Import, context: Context) -> bool:
    if found.module is None:
        return False
    if found.module in context.contract.solver.modules:
        return True
    top = found.module.partition(".")[0]
    return top in context.contract.imports.allowed or found.module in context.contract.imports.allowed


def _only_for_type_checkers(node: ast.AST, context: Context) -> bool:
    """Whether an import stands under ``if TYPE_CHECKING:``, which never runs."""
    inner = node
    for ancestor in context.facts.index.ancestors(node):
        if isinstance(ancestor, ast.If) and inner in ancestor.body:
            names = context.facts.dotted_names.names(ancestor.test)
            if names == {"typing.TYPE_CHECKING"}:
                return True
        inner = ancestor
    return False


def _message(found: Import, context: Context) -> str:
    if found.module is None:
        return "imports a module whose name is computed while the program runs"
    return f"imports {found.module}, which the contract {context.contract.name!r} does not allow"
