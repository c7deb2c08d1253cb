"""One loop: its paths, its names and what its statements change."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.loops.change import Change, Changes, Move
from cgr_audit.analysis.loops.library_names import is_from_library
from cgr_audit.analysis.loops.loop_region import LoopRegion
from cgr_audit.analysis.scopes import Scopes

__all__ = ["LoopState"]

_PURE = frozenset({"len", "int", "float", "abs", "min", "max", "str", "round", "sum", "sqrt", "isqrt", "floor", "ceil",
                   "date", "datetime", "timedelta", "relativedelta", "Decimal", "Fraction"})  # fmt: skip
"""What gives the same for the same arguments."""


@dataclass(frozen=True, slots=True)
class LoopState:
    """What the searches for an end of one loop share."""

    region: LoopRegion
    scopes: Scopes
    index: Index
    changes: Changes = field(default_factory=dict)

    def cuts(self, changes: list[Change], move: Move) -> bool:
        """Whether every round runs one of the changes that certainly move a variable this way."""
        statements = {change.statement for change in changes if change.move is move and change.is_certain}
        return bool(statements) and not self.region.goes_round_without(statements)

    def is_constant(self, node: ast.expr) -> bool:
        """Whether an expression gives the same in every round."""
        for part in ast.walk(node):
            if isinstance(part, ast.Call):
                function = part.func
                name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
                if name not in _PURE or not is_from_library(function, self.scopes):
                    return False
            if isinstance(part, ast.Subscript) and text_of(part.value) in self.region.tables_set:
                return False
            if isinstance(part, ast.Name | ast.Attribute):
                text = text_of(part)
                if text in self.changes or f"len({text})" in self.changes:
                    return False
        return True

    def behind(self, name: ast.expr) -> ast.expr | None:
        """What the loop sets a variable to, where one statement that every round passes does so, and nothing else."""
        if not isinstance(name, ast.Name):
            return None
        uses = self.region.uses.get(name.id, [])
        stores = [part for part in uses if not isinstance(part.ctx, ast.Load)]
        if len(stores) != 1 or any(isinstance(self.index.parent(part), ast.Attribute) for part in uses):
            return None
        statement = self.index.parent(stores[0])
        is_plain = isinstance(statement, ast.Assign) and statement.targets == stores
        return statement.value if is_plain and not self.region.goes_round_without({statement}) else None  # type: ignore[union-attr,arg-type]
