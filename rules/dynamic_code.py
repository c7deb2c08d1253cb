"""CGR402: code made while the program runs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from cgr_audit.analysis.capabilities import Capability
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid

_EVALUATING = frozenset({"functools.singledispatch", "functools.singledispatchmethod"})
_TYPE = re.compile(r"(?!.*__)[\w.\[\], |]*")
"""Text that does no more than name a type."""


class DynamicCode(Rule):
    """Code, or the name of a module's member, is made while the program runs.

    What it does
        Reports ``eval``, ``exec``, ``compile`` and similar functions (code objects, ``pickle``, ``timeit`` on strings),
        called or passed on; ``getattr`` on a module, and look-ups in ``globals()``, with a name that is computed. A
        computed name that always has the same value (``getattr(math, "sq" + "rt")``), or one of several that are
        written down (``for name in ("sin", "cos")``), is simply that name. An annotation that is text is code if
        something evaluates it: ``singledispatch`` does, and ``evaluate`` of a forward reference.

    Why it matters
        What such code does cannot be read, so nothing that reading says about the program holds any more.

    Example
        ``eval(reply)``

    Use instead
        ``int``, ``float`` or ``json.loads`` for values out of a response; a dictionary of functions for a choice
        among them.

    References
        CWE-95: Improper Neutralization of Directives in Dynamically Evaluated Code.
    """

    meta = Meta("CGR402", "dynamic-code", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("import re\npattern = re.compile('a')\n"),
        Valid("import math\nroot = getattr(math, 'sq' + 'rt')(4)\n"),
        Valid("import math\nroots = [getattr(math, name) for name in ('sqrt', 'cbrt')]\n"),
        Valid("def eval(text):\n    return int(text)\n\neval('3')\n"),
        Valid("def pick(item, name):\n    return getattr(item, name)\n"),
        Valid("import json\njson.loads('1')\n"),
        Valid("import functools\n@functools.singledispatch\ndef f(x): ...\n@f.register\ndef g(x: 'int'): ...\n"),
        Valid("seen = 'memo' in globals()\n"),
        Valid("LIMIT = 3\n\ndef limit():\n    return globals()['LIMIT']\n"),
    )
    INVALID = (
        Invalid("def f(reply):\n    return eval(reply)\n", at=("2:12-2:23",)),
        Invalid("values = list(map(eval, ['1']))\n", at=("1:19-1:23",)),
        Invalid("run = __builtins__['ex' + 'ec']\n", at=("1:7-1:32",)),
        Invalid("import math\n\ndef f(name):\n    return getattr(math, name)(2)\n", at=("4:12-4:31",)),
        Invalid("import pickle\npickle.loads(b'')\n", at=("2:1-2:18",)),
        Invalid("def f(name):\n    return globals()[name]()\n", at=("2:12-2:27",)),
        Invalid("import math\n\ndef f(name):\n    return math.__dict__[name](2)\n", at=("4:12-4:31",)),
        Invalid("import re\nv = vars(re)\n\ndef f(name):\n    return v[name]\n", at=("5:12-5:19",)),
        Invalid("import math, operator\n\ndef f(n):\n    return operator.attrgetter(n)(math)\n", at=("4:12-4:34",)),
        Invalid(
            "import functools\n@functools.singledispatch\ndef f(x): ...\n@f.register\ndef g(x: 'open(1)'): ...\n",
            at=("2:2-2:26",),
        ),
        Invalid("import types\ntypes.FunctionType(None, {})\n", at=("2:1-2:29",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every use that makes code, and every computed member of a module."""
        for use in context.facts.capability_uses(Capability.DYNAMIC_CODE):
            evidence = [(use.origin.node, "imported here")] if use.origin is not None else []
            name = use.name.removeprefix("builtins.")
            yield context.finding(self, use.place, f"{name} makes code while the program runs", evidence)
        if (evaluators := list(_evaluators(context))) and _has_code_in_types(context):
            for node, name in evaluators:
                yield context.finding(self, node, f"{name} evaluates annotations that are text")
        for call in context.facts.index.of(ast.Call):
            owner = self._computed_member(call, context)
            if owner is not None:
                yield context.finding(
                    self, call, f"takes a member of {owner} whose name is computed while the program runs"
                )
        for lookup in context.facts.index.of(ast.Subscript):
            if self._is_computed_global(lookup, context):
                yield context.finding(self, lookup, "looks up a global name that is computed while the program runs")

    @staticmethod
    def _computed_member(call: ast.Call, context: Context) -> str | None:
        names = context.facts.dotted_names
        called = names.names(call.func)
        if "operator.attrgetter" in called and any(context.facts.constants.text(given) is None for given in call.args):
            return "an object"
        if "builtins.getattr" not in called or len(call.args) < 2:
            return None
        owners = sorted(owner for owner in names.names(call.args[0]) if not owner.startswith("builtins."))
        return owners[0] if owners and not names.names(call) else None

    def _is_computed_global(self, lookup: ast.Subscript, context: Context) -> bool:
        if not isinstance(lookup.ctx, ast.Load) or context.facts.constants.text(lookup.slice) is not None:
            return False
        return self._is_namespace(lookup.value, context)

    def _is_namespace(self, node: ast.expr, context: Context) -> bool:
        """``globals()``, ``vars(module)`` or ``module.__dict__``, also under a name given to it once."""
        names = context.facts.dotted_names
        if isinstance(node, ast.Name):
            binding = context.facts.scopes.sole_binding(node)
            value = None if binding is None else binding.value
            return isinstance(value, ast.Call | ast.Attribute) and self._is_namespace(value, context)
        if isinstance(node, ast.Call) and names.names(node.func) & {"builtins.globals", "builtins.vars"}:
            return not node.args or bool(names.names(node.args[0]))
        return any(name.endswith(".__dict__") for name in names.names(node))


def _evaluators(context: Context) -> Iterator[tuple[ast.expr, str]]:
    """What evaluates annotations that are text."""
    for use in context.facts.dotted_names.uses:
        if use.name in _EVALUATING:
            yield use.place, use.name
    for attribute in context.facts.index.of(ast.Attribute):
        if attribute.attr in {"evaluate", "_evaluate"}:  # of a typing.ForwardRef
            yield attribute, attribute.attr


def _has_code_in_types(context: Context) -> bool:
    """Whether an annotation, or what ``typing`` is given, is text that does more than name a type."""
    index, names = context.facts.index, context.facts.dotted_names
    is_text = any(alias.name == "annotations" for alias in index.of(ast.alias))  # from __future__ import annotations
    types: list[ast.expr | None] = [part.annotation for part in index.of(ast.arg)]
    types += [part.annotation for part in index.of(ast.AnnAssign)]
    types += [part.returns for part in index.of(ast.FunctionDef)]
    types += [part.returns for part in index.of(ast.AsyncFunctionDef)]
    types += [part.slice for part in index.of(ast.Subscript) if _is_typing(names.names(part.value))]
    for call in index.of(ast.Call):
        if _is_typing(names.names(call.func)):
            types += [*call.args, *(given.value for given in call.keywords)]
    for part in (part for one in types if one is not None for part in ast.walk(one)):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            if not _TYPE.fullmatch(part.value):
                return True
        elif isinstance(part, ast.JoinedStr) or (is_text and isinstance(part, ast.Call | ast.NamedExpr)):
            return True
    return False


def _is_typing(names: frozenset[str]) -> bool:
    return any(name.startswith("typing.") for name in names)
