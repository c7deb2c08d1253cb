"""The variables that assignments set, each with what it is given."""

from __future__ import annotations

import ast

__all__ = ["given_values", "pairs"]


def given_values(parts: tuple[ast.AST, ...]) -> dict[str, list[ast.expr | None]]:
    """All that the assignments of a loop give to each variable; nothing for what is not clear."""
    found: dict[str, list[ast.expr | None]] = {}
    for part in parts:
        if isinstance(part, ast.Assign):
            for target in part.targets:
                for one, value in pairs(target, part.value):
                    if isinstance(one, ast.Name):
                        found.setdefault(one.id, []).append(value)
        elif isinstance(part, ast.NamedExpr):
            found.setdefault(part.target.id, []).append(part.value)
    return found


def pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr | None]]:
    """The variables that an assignment sets, each with what it is given where that is clear."""
    if isinstance(target, ast.Name | ast.Attribute | ast.Subscript):
        return [(target, value)]
    if isinstance(target, ast.Tuple | ast.List):
        values: list[ast.expr | None] = [None] * len(target.elts)
        if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(target.elts):
            values = list(value.elts)
        elif values and isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "divmod":
            values[0] = value
        elif isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and len(values) == 3:
            place = {"partition": 2, "rpartition": 0}.get(value.func.attr)
            if place is not None:
                values[place] = value
        return [(one, given) for one, given in zip(target.elts, values, strict=True) if isinstance(one, ast.Name)]
    return []
