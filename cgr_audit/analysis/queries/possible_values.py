"""The constants that an expression may be, read from the recorded run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cgr_audit.analysis.constants import Constants
from cgr_audit.analysis.interpreter.values import Constant, Payload
from cgr_audit.analysis.scopes import Binding, BindingKind, Scopes

__all__ = ["Possible", "PossibleValues"]


@dataclass(frozen=True, slots=True)
class Possible:
    """What an expression may be."""

    values: tuple[object, ...] = ()
    is_complete: bool = False
    """Whether these are all possible values."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The values that are text."""
        return tuple(value for value in self.values if isinstance(value, str))


@dataclass(frozen=True, slots=True)
class PossibleValues:
    """The constants that arguments of calls and keys of subscripts may be.

    In code that the run did not reach, a name may be the constants that it is bound to, or loops over.
    """

    scopes: Scopes
    constants: Constants
    recorded: Mapping[ast.AST, Mapping[Payload, None]]

    def of(self, expression: ast.expr) -> Possible:
        """The constants that an argument or a key may be."""
        folded = self.constants.fold(expression)
        if folded is not None:
            return Possible((folded.value,), is_complete=True)
        met = self.recorded.get(expression)
        if not met:
            bindings = self.scopes.bindings_of(expression) if isinstance(expression, ast.Name) else []
            found = [self._bound(binding) for binding in bindings]
            values = dict.fromkeys(value for one in found for value in one.texts)
            return Possible(tuple(values), bool(found) and all(one.is_complete for one in found))
        known = tuple(payload.constant for payload in met if isinstance(payload, Constant))
        return Possible(known, is_complete=len(known) == len(met))

    def _bound(self, binding: Binding) -> Possible:
        """The texts that a binding gives to a name."""
        folded = None if binding.value is None else self.constants.fold(binding.value)
        if folded is None:
            return Possible()
        value = folded.value
        values = (value,) if binding.kind is BindingKind.ASSIGNMENT else value
        if not isinstance(values, Iterable) or binding.kind not in (BindingKind.ASSIGNMENT, BindingKind.LOOP):
            return Possible()
        found = Possible(tuple(values))
        return Possible(found.texts, len(found.texts) == len(found.values))
