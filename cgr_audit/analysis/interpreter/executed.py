"""What one run of a program shows by the lines that it executed: what it cannot have done, and what it must have.

Only what a run cannot do otherwise counts. A statement whose lines did not run was not reached, unless it may leave no
trace (``pass``, ``global``, a constant by itself). That a test held is certain only where it was made once, in a
function that was called once: elsewhere it may have held another time.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cgr_audit.analysis.index import Index
from cgr_audit.analysis.interpreter.option_ids import OptionIds
from cgr_audit.analysis.interpreter.other_names import attributes, reaches_by_other_names

__all__ = ["Answers", "Executed"]

_Definition = ast.FunctionDef | ast.AsyncFunctionDef
_TRACED_VALUES = (ast.Call, ast.Await, ast.Attribute, ast.Subscript)
_TRACED = (ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.Import, ast.ImportFrom, ast.For, ast.With)
_REPEATING = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


@dataclass(frozen=True, slots=True)
class Answers:
    """What the solver of a run said."""

    letters: frozenset[str]
    """What the contract's extraction gives for each of its responses; empty where the contract has none."""
    options: frozenset[str] | None
    """The ids of the item's options, where the item is known."""


class Executed:
    """Statements that did not run, and tests and handlers whose outcome the lines tell.

    Args:
        index: the program's nodes.
        entry: the function that the runner calls, once; nothing for a script.
        lines: of the program, those that ran; counted from 1.
        answers: what its solver answered, and on which item.
        is_called_once: whether nothing but the runner's one call can call the entry from outside.
    """

    def __init__(
        self,
        index: Index,
        entry: ast.AST | None,
        lines: frozenset[int],
        answers: Answers | None = None,
        *,
        is_called_once: bool = True,
    ) -> None:
        self.letters = frozenset() if answers is None else answers.letters
        """What the contract's extraction gives for the responses; empty where that is not known."""
        self._options = None if answers is None else answers.options
        self._index = index
        self._lines = sorted(lines)
        self._entry = entry if is_called_once else None
        self._once: dict[ast.AST, bool] = {index.tree: True}
        self._generators = _generators(index)
        self._taken = frozenset(attributes(index))
        self._stores = _stores(index)
        self._loads = _loads(index)
        self._ids = OptionIds(index, entry, self._stores, self._loads)
        self._is_open = not is_called_once or reaches_by_other_names(index)
        self._unreached = frozenset(
            node for body in _bodies(index) for node in body if self._counts(node) and not self._ran(node)
        )

    def is_unreached(self, node: ast.stmt) -> bool:
        """Whether no path of this run came to a statement."""
        return node in self._unreached

    def outcome(self, node: ast.If) -> bool | None:
        """How the only execution of an ``if`` went; nothing where there may be several, or it cannot be told."""
        if node in self._unreached or not self._is_executed_once(node):
            return None
        held, failed = self._body_ran(node.body), self._body_ran(node.orelse)
        if held and not _shares_line(node.body, node.test):
            return True
        if failed and not _shares_line(node.orelse, node.body[-1]):
            return False
        return None

    def members(self, node: ast.expr) -> frozenset[str] | None:
        """What a collection holds, where it is the ids of the item's options."""
        if self._options is None or self._entry is None or not self._is_once(self._entry):
            return None
        return self._options if self._ids.are(node) else None

    def was_handled(self, node: ast.Try) -> bool:
        """Whether, in the only execution of a ``try``, its body raised what one of its handlers caught."""
        return self._is_executed_once(node) and any(
            self._body_ran(handler.body) and handler.body[0].lineno > _head_end(handler) for handler in node.handlers
        )

    def _counts(self, node: ast.stmt) -> bool:
        """Whether lines say that a statement did not run: its function ran here, and it would have left a trace."""
        function = self._index.enclosing_function(node)
        if function is not None and not (self._is_once(function) and self._was_entered(function)):
            return False
        return _leaves_trace(node)

    def _ran(self, node: ast.stmt) -> bool:
        first = min([node.lineno, *(part.lineno for part in getattr(node, "decorator_list", []))])
        place = bisect_left(self._lines, first)
        return place < len(self._lines) and self._lines[place] <= (node.end_lineno or node.lineno)

    def _body_ran(self, body: Sequence[ast.stmt]) -> bool:
        return any(self._ran(node) for node in body)

    def _was_entered(self, function: ast.AST) -> bool:
        body = getattr(function, "body", None)
        return isinstance(body, list) and body[0].lineno > getattr(function, "lineno", 0) and self._body_ran(body)

    def _is_executed_once(self, node: ast.stmt) -> bool:
        """Whether a statement of the program is executed once at most in the whole run."""
        if self._is_open or self._index.parent(node) is None:
            return False
        for ancestor in self._index.ancestors(node):
            if isinstance(ancestor, ast.FunctionDef):
                return self._is_once(ancestor)
            if isinstance(ancestor, (*_REPEATING, ast.AsyncFunctionDef, ast.ClassDef)):
                return False
        return True

    def _is_once(self, function: ast.AST) -> bool:
        """Whether a function is activated once at most, and runs through when it is called."""
        callers: list[ast.AST] = []
        caller: ast.AST | None = function
        while caller is not None and caller not in self._once:
            self._once[caller] = False  # where it comes back to itself
            callers.append(caller)
            caller = self._only_caller(caller)
        is_once = caller is not None and self._once[caller]
        self._once.update(dict.fromkeys(callers, is_once))
        return is_once

    def _only_caller(self, function: ast.AST) -> ast.AST | None:
        """Whose single activation makes the only call of a function: another one's, or the program's itself."""
        if self._is_open or not isinstance(function, ast.FunctionDef) or function in self._generators:
            return None
        if function.decorator_list or self._stores.get(function.name, 0) != 1:
            return None
        loads = self._loads.get(function.name, [])
        is_method = isinstance(self._index.parent(function), ast.ClassDef)
        if function is self._entry:
            is_called = bool(loads) or (is_method and (function.name in self._taken or function.name.startswith("__")))
            return None if is_called else self._index.tree
        if len(loads) != 1 or is_method:
            return None
        call = self._index.parent(loads[0])
        if not isinstance(call, ast.Call) or call.func is not loads[0]:
            return None
        return self._sole_place(call, function)

    def _sole_place(self, call: ast.Call, function: ast.FunctionDef) -> ast.AST | None:
        """The body that evaluates a call once each time it runs, unless it is what ``finally`` repeats on every way."""
        node: ast.AST = call
        for ancestor in self._index.ancestors(call):
            if ancestor is function or isinstance(ancestor, (*_REPEATING, ast.AsyncFunctionDef, ast.ClassDef)):
                return None
            if isinstance(ancestor, ast.Try | ast.TryStar) and node in ancestor.finalbody:
                return None
            if isinstance(ancestor, ast.FunctionDef):
                return ancestor if node in ancestor.body else None
            node = ancestor
        return self._index.tree


def _generators(index: Index) -> frozenset[ast.AST | None]:
    """The functions that hold a ``yield``."""
    return frozenset(index.enclosing_function(node) for node in index.of(ast.Yield, ast.YieldFrom))


def _bodies(index: Index) -> Iterator[Sequence[ast.stmt]]:
    """Every list of statements."""
    for parent in (index.tree, *index.of(*_HOLDERS)):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(parent, name, None)
            if isinstance(body, list):
                yield body


_HOLDERS = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar,
    ast.ExceptHandler, ast.With, ast.AsyncWith, ast.match_case,
)  # fmt: skip


def _leaves_trace(node: ast.stmt) -> bool:
    """Whether a statement that is reached certainly executes a line of its own, or of what it holds."""
    match node:
        case ast.Expr(value=value):
            return isinstance(value, _TRACED_VALUES)
        case ast.AnnAssign(value=value):
            return value is not None
        case ast.If(test=test) | ast.While(test=test):
            return _is_computed(test)
        case _:
            return isinstance(node, _TRACED)


def _is_computed(node: ast.expr) -> bool:
    """Whether a test looks something up before anything else, so that no compiler works it out or leaves it away."""
    match node:
        case ast.Name(id=name):
            return name != "__debug__"
        case ast.Call() | ast.Attribute() | ast.Subscript():
            return True
        case ast.UnaryOp(operand=operand):
            return _is_computed(operand)
        case ast.Compare(left=left, comparators=[right, *_]):
            return _is_computed(left) or _is_computed(right)
        case ast.BoolOp(values=[first, *_]):
            return _is_computed(first)
        case _:
            return False


def _shares_line(body: Sequence[ast.stmt], before: ast.AST) -> bool:
    return not body or body[0].lineno <= (getattr(before, "end_lineno", None) or 0)


def _head_end(handler: ast.ExceptHandler) -> int:
    kind = handler.type
    return max(handler.lineno, (kind.end_lineno or 0) if kind is not None else 0)


def _stores(index: Index) -> dict[str, int]:
    """How often each name is bound, by whatever binds names."""
    found: dict[str, int] = {}
    names = [node.id for node in index.of(ast.Name) if not isinstance(node.ctx, ast.Load)]
    names += [node.name for node in index.of(ast.FunctionDef)]
    names += [node.name for node in index.of(ast.AsyncFunctionDef)]
    names += [node.name for node in index.of(ast.ClassDef)]
    names += [node.arg for node in index.of(ast.arg)]
    names += [(node.asname or node.name).partition(".")[0] for node in index.of(ast.alias)]
    names += [node.name for node in index.of(ast.ExceptHandler) if node.name is not None]
    names += [node.name for node in index.of(ast.MatchAs) if node.name is not None]
    names += [node.name for node in index.of(ast.MatchStar) if node.name is not None]
    names += [node.rest for node in index.of(ast.MatchMapping) if node.rest is not None]
    for name in names:
        found[name] = found.get(name, 0) + 1
    return found


def _loads(index: Index) -> dict[str, list[ast.Name]]:
    found: dict[str, list[ast.Name]] = {}
    for node in index.of(ast.Name):
        if isinstance(node.ctx, ast.Load):
            found.setdefault(node.id, []).append(node)
    return found
