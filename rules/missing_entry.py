"""CGR101: the entry that the contract names is not there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.entry import EntryPoint
from cgr_audit.analysis.scopes import BindingKind
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import name_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.contract import EntryKind
from cgr_audit.source.positions import Span


class MissingEntry(Rule):
    """The entry that the contract names is missing.

    What it does
        Reports a program without a top-level function that the contract's entry can be: none has the exact name,
        or, where the contract gives a pattern, there is no function at all that could stand for it. Methods,
        functions inside functions and lambdas are not entries. An entry whose name the module binds later, in any
        case, to a class, an import or another value that is not a function of the program, is reported there.

    Why it matters
        There is nothing to call, so the program gives no answer.

    Example
        .. code-block:: python

            class Solver:
                def solve(self, question):
                    ...

    Use instead
        A top-level ``def`` of the name that the contract gives.

    References
        ``cgr-audit contracts NAME`` prints a contract.
    """

    meta = Meta("CGR101", "missing-entry", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    return 'A', 'A', 1\n"),
        Valid("def whatever(q):\n    return 'A', 'A', 1\n"),
        Valid("if X:\n    def solve(q):\n        return 'A', 'A', 1\n"),
        Valid("def forward(self, taskInfo):\n    return taskInfo\n", contract="adas"),
        Valid("ans = 1\n", contract="pot"),
        Valid("def other(q):\n    return q\ndef solve(q):\n    return q\nsolve = other\n"),
        Valid("def solve(q):\n    return q\nif X:\n    solve = print\n"),
        Valid("def solve(q):\n    return q\nsolve = retry(solve)\n"),
        Valid("def solve(q):\n    global solve\n    solve = None\n    return q, 'A', 1\n"),
        Valid("def solve(q):\n    return q\ndef local():\n    solve = 1\n    return solve\nlocal()\n"),
    )
    INVALID = (
        Invalid("answer = llm_model('why?', {})\n", at=("1:1-1:1",)),
        Invalid("", at=("1:1-1:1",)),
        Invalid("class Solver:\n    def solve(self, q):\n        return 'A', 'A', 1\n", at=("1:1-1:1",)),
        Invalid("solve = lambda q: ('A', 'A', 1)\n", at=("1:1-1:1",)),
        Invalid("def Forward(self, taskInfo):\n    return taskInfo\n", contract="adas", at=("1:1-1:1",)),
        Invalid("```\nx = 1\n```\n", at=("2:1-2:1",)),
        Invalid("def solve(q):\n    return q\nclass solve:\n    pass\n", at=("3:7-3:12",)),
        Invalid("def solve(q):\n    return q\nfrom x import solve\n", at=("3:15-3:20",)),
        Invalid("def solve(q):\n    return q\nsolve = make()\n", at=("3:1-3:6",)),
        Invalid(
            "def solve(q):\n    return q\ndef reset():\n    global solve\n    solve = None\nreset()\n", at=("5:5-5:10",)
        ),
        Invalid("def solve(q):\n    return q\nglobals()['solve'] = print\n", at=("3:1-3:19",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding: at the beginning where there is no entry, or where its name is bound to another value."""
        entry = context.contract.entry
        if entry.kind is EntryKind.SCRIPT:
            return
        if context.facts.entry is not None:
            yield from self._replaced(context, context.facts.entry)
            return
        wanted = f"whose name matches {entry.name}" if entry.is_pattern else f"named {entry.name!r}"
        message = f"there is no top-level function {wanted}"
        yield context.finding(self, context.positions.at(1, 1, 0), message, list(_near_misses(context)))

    def _replaced(self, context: Context, entry: EntryPoint) -> Iterator[Finding]:
        stores = [store.node for store in context.facts.namespace_stores if store.name == entry.name]
        last = entry.replaced_by or (stores[-1] if stores else _bound_by_function(context, entry.name))
        if last is not None:
            span = name_span(context, last) if isinstance(last, ast.ClassDef) else context.span(last)
            message = f"{entry.name} is bound here to something that is not a function of the program"
            yield context.finding(self, span, message, [(entry.node, "instead of this function")])


def _bound_by_function(context: Context, name: str) -> ast.AST | None:
    """Where a function that the module runs binds a name of the module to a value that is not a function."""
    index, graph = context.facts.index, context.facts.call_graph
    for binding in context.facts.scopes.module.bindings.get(name, ()):
        function = index.enclosing_function(binding.node)
        is_value = binding.kind is not BindingKind.FUNCTION and not isinstance(binding.value, ast.Name | ast.Call)
        if function is not None and is_value and function in graph.reachable([None]):
            return binding.node
    return None


def _near_misses(context: Context) -> Iterator[tuple[Span, str]]:
    """What a person may have meant for the entry."""
    entry = context.contract.entry
    index = context.facts.index
    definitions: list[ast.FunctionDef | ast.AsyncFunctionDef] = [
        *index.of(ast.FunctionDef),
        *index.of(ast.AsyncFunctionDef),
    ]
    for node in definitions:
        if entry.matches(node.name):
            holder = index.parent(node)
            kind = "a method of a class" if isinstance(holder, ast.ClassDef) else "inside another function"
            yield name_span(context, node), f"{node.name} is {kind}, which is not an entry"
    for binding in (one for bound in context.facts.scopes.module.bindings.values() for one in bound):
        if entry.matches(binding.name) and isinstance(binding.value, ast.Lambda):
            yield context.span(binding.node), f"{binding.name} is a lambda, which is not an entry"
