"""Lists that are made and then grow by known elements, statement by statement."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from cgr_audit.analysis.scopes import Binding, BindingKind

__all__ = ["elements_when_read"]


def elements_when_read(name: ast.Name, bindings: Sequence[Binding], function: ast.AST) -> list[ast.expr] | None:
    """What a list holds where it is read; nothing unless all that happens to it before is in one block of statements.

    Its one binding must be a display, every other reading one ``name.append(...)`` as a statement of the same block,
    and this reading part of a later statement of that block.
    """
    if (
        len(bindings) != 1
        or bindings[0].kind is not BindingKind.ASSIGNMENT
        or not isinstance(bindings[0].value, ast.List)
    ):
        return None
    display = bindings[0].value
    body: list[ast.stmt] = getattr(function, "body", [])
    made = next((place for place, one in enumerate(body) if getattr(one, "value", None) is display), None)
    if made is None or any(isinstance(part, ast.Starred) for part in display.elts):
        return None
    elements = list(display.elts)
    uses = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name.id]
    expected = {bindings[0].node, name}
    for statement in body[made + 1 :]:
        if name in ast.walk(statement):
            break
        match statement:
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=grown) as owner, attr="append"), args=[given])
            ):
                if grown == name.id and not isinstance(given, ast.Starred):
                    elements.append(given)
                    expected.add(owner)
    else:
        return None
    return elements if expected.issuperset(uses) else None
