"""What a program does when it is imported: solver calls, and computations of a size that the text shows."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Mapping

from cgr_audit.analysis.calls.call_graph import CallGraph
from cgr_audit.analysis.calls.solver_calls import SolverCalls
from cgr_audit.analysis.constants import Constants
from cgr_audit.analysis.expression_text import last_name
from cgr_audit.analysis.flow.control_flow import ControlFlow, own_nodes
from cgr_audit.analysis.index import Index
from cgr_audit.analysis.scopes import Scopes

__all__ = ["HEAVY", "ImportWork"]

HEAVY = 50_000
"""From so many rounds on, work is heavy."""
_DEPTH = 4
_MOST = 10**12
_GROWTH = 1.618
"""How much more a function that calls itself twice does for each further step."""
_LOOPING = frozenset({"enumerate", "reversed", "sorted", "list", "tuple", "set", "zip", "map", "filter", "iter", "dict",
                      "sum", "max", "min", "any", "all", "frozenset", "Counter", "deque"})  # fmt: skip
_CACHES = frozenset({"cache", "lru_cache", "cached"})
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)

_Numbers = Mapping[str, int]


class ImportWork:
    """The work of one program's module body."""

    def __init__(
        self,
        index: Index,
        scopes: Scopes,
        constants: Constants,
        flow: ControlFlow,
        graph: CallGraph,
        solver: SolverCalls,
    ) -> None:
        self._index = index
        self._scopes = scopes
        self._constants = constants
        self._flow = flow
        self._graph = graph
        self._solver = solver

    def solver_calls(self) -> Iterator[ast.Call]:
        """The calls in the module's body that ask the solver, themselves or through functions."""
        if not self._solver.sites:
            return
        inside: set[ast.AST] = set()
        for statement in self._statements():
            for node in _evaluated(statement):
                if not isinstance(node, ast.Call) or node in inside:
                    continue
                targets = self._graph.targets(node)
                runs = targets.all_functions if self._name(node.func) in _LOOPING else targets.functions
                if targets.is_solver or runs & self._solver.reaching:
                    inside.update(ast.walk(node))
                    yield node

    def heavy(self) -> Iterator[ast.stmt]:
        """The statements of the module's body that compute for long."""
        for statement in self._statements():
            if self._may_work(statement) and self._of_statement(statement, {}, _DEPTH) >= HEAVY:
                yield statement

    def _statements(self) -> Iterator[ast.stmt]:
        """The outermost statements that run at import; not what only runs where the module is the main program."""
        waiting = list(reversed(self._index.tree.body))
        while waiting:
            statement = waiting.pop()
            if isinstance(statement, ast.If | ast.Try | ast.With):
                waiting.extend(reversed(list(self._reached_parts(statement))))
            elif not isinstance(statement, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef):
                yield statement

    def _reached_parts(self, statement: ast.If | ast.Try | ast.With) -> Iterator[ast.stmt]:
        reached = self._flow.graph(self._index.tree).reached_nodes
        if isinstance(statement, ast.If):
            yield ast.copy_location(ast.Expr(statement.test), statement.test)
        handlers = [part for handler in getattr(statement, "handlers", ()) for part in handler.body]
        parts = (*statement.body, *getattr(statement, "orelse", ()), *handlers, *getattr(statement, "finalbody", ()))
        for part in parts:
            if part in reached or isinstance(part, ast.Try):
                yield part

    def _may_work(self, statement: ast.stmt) -> bool:
        kinds = (ast.For, ast.While, ast.Call, ast.Pow, *_COMPREHENSIONS)
        return any(isinstance(part, kinds) for part in _evaluated(statement))

    def _of_body(self, body: list[ast.stmt], numbers: _Numbers, depth: int) -> int:
        return min(_MOST, sum(self._of_statement(statement, numbers, depth) for statement in body))

    def _of_statement(self, statement: ast.stmt, numbers: _Numbers, depth: int) -> int:
        match statement:
            case ast.For(iter=iterable, body=body):
                rounds = self._rounds(iterable, numbers)
                each = 1 + self._of_body(body, numbers, depth)
                return min(_MOST, rounds * each + self._of_expression(iterable, numbers, depth))
            case ast.While(test=test, body=body):
                return min(_MOST, self._while_rounds(test, numbers) * (1 + self._of_body(body, numbers, depth)))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return 0
        total = 0
        for child in ast.iter_child_nodes(statement):
            if isinstance(child, ast.stmt):
                total += self._of_statement(child, numbers, depth)
            elif isinstance(child, ast.expr):
                total += self._of_expression(child, numbers, depth)
            elif isinstance(child, ast.ExceptHandler | ast.match_case):
                total += self._of_body(child.body, numbers, depth)
        return min(_MOST, total)

    def _of_expression(self, node: ast.AST, numbers: _Numbers, depth: int) -> int:
        if isinstance(node, ast.Lambda):
            return 0
        if isinstance(node, _COMPREHENSIONS):
            rounds = math.prod(self._rounds(part.iter, numbers) for part in node.generators)
            inner = node.value if isinstance(node, ast.DictComp) else node.elt
            return min(_MOST, rounds * (1 + self._of_expression(inner, numbers, depth)))
        total = sum(self._of_expression(child, numbers, depth) for child in ast.iter_child_nodes(node))
        if isinstance(node, ast.Call):
            total += self._of_call(node, numbers, depth)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            exponent = self._number(node.right, numbers)
            total += exponent if exponent is not None and exponent >= HEAVY else 0
        return min(_MOST, total)

    def _of_call(self, node: ast.Call, numbers: _Numbers, depth: int) -> int:
        name = self._name(node.func)
        if name in _LOOPING or (name == "join" and node.args):
            return max((self._rounds(argument, numbers) for argument in node.args if not _counted(argument)), default=0)
        if name == "factorial" and node.args:
            return self._number(node.args[0], numbers) or 0
        function = self._own_function(node)
        if function is None or depth == 0:
            return 0
        given = self._given(node, function, numbers)
        calls = [part for part in own_nodes(function.body) if isinstance(part, ast.Call)]
        own = [call for call in calls if self._name(call.func) == function.name]
        if own:
            largest = max(given.values(), default=0)
            is_cached = any(self._name(part) in _CACHES for part in function.decorator_list)
            return 0 if is_cached or len(own) < 2 else min(_MOST, int(_GROWTH ** min(largest, 50)))
        return self._of_body(function.body, given, depth - 1)

    def _own_function(self, node: ast.Call) -> ast.FunctionDef | None:
        found = [one for one in self._graph.targets(node).functions if isinstance(one, ast.FunctionDef)]
        return found[0] if len(found) == 1 and not self._flow.is_generator(found[0]) else None

    def _given(self, node: ast.Call, function: ast.FunctionDef, numbers: _Numbers) -> dict[str, int]:
        """The parameters whose value is a known number in a call."""
        names = [parameter.arg for parameter in (*function.args.posonlyargs, *function.args.args)]
        defaults = function.args.defaults
        pairs: list[tuple[str | None, ast.expr]] = list(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        pairs += zip(names, node.args, strict=False)
        pairs += [(keyword.arg, keyword.value) for keyword in node.keywords]
        found = {name: self._number(value, numbers) for name, value in pairs if name is not None}
        return {name: value for name, value in found.items() if value is not None}

    def _rounds(self, iterable: ast.expr, numbers: _Numbers) -> int:
        """How many elements an iterable certainly has, as far as the text says; one where it does not."""
        match iterable:
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return len(parts)
            case ast.Constant(value=str(text)):
                return len(text)
            case ast.Name():
                return self._rounds_of_name(iterable, numbers)
            case ast.Call():
                return self._rounds_of_call(iterable, numbers)
        if isinstance(iterable, _COMPREHENSIONS):
            return min(_MOST, math.prod(self._rounds(part.iter, numbers) for part in iterable.generators))
        return 1

    def _rounds_of_name(self, name: ast.Name, numbers: _Numbers) -> int:
        binding = self._scopes.sole_binding(name)
        value = None if binding is None else binding.value
        is_sequence = isinstance(value, ast.Call | ast.List | ast.Tuple | ast.ListComp)
        mentions_itself = value is not None and any(
            isinstance(part, ast.Name) for part in ast.walk(value) if part is name
        )
        return self._rounds(value, numbers) if is_sequence and value is not None and not mentions_itself else 1

    def _rounds_of_call(self, call: ast.Call, numbers: _Numbers) -> int:
        name = self._name(call.func)
        given = [self._number(argument, numbers) for argument in call.args]
        if name == "range" and given and None not in given and len(given) <= 3:
            limits = [number for number in given if number is not None]
            if len(limits) == 3 and not limits[2]:
                return 1
            counted = range(*limits)  # which may be longer than `len` can say
            return min(_MOST, max(0, -((counted.start - counted.stop) // counted.step)))
        if name in ("permutations", "combinations", "product") and call.args:
            return self._arrangements(name, call, given, numbers)
        if name in _LOOPING and call.args:
            return max(self._rounds(argument, numbers) for argument in call.args)
        return 1

    def _arrangements(self, name: str, call: ast.Call, given: list[int | None], numbers: _Numbers) -> int:
        if name == "product":
            repeat = next((self._number(part.value, numbers) for part in call.keywords if part.arg == "repeat"), 1) or 1
            sizes: int = math.prod(self._rounds(part, numbers) for part in call.args)
            return int(min(_MOST, sizes ** min(repeat, 40)))
        size = self._rounds(call.args[0], numbers)
        taken = given[1] if len(given) > 1 else size
        if taken is None or taken < 0 or size > 10_000:
            return 1
        return min(_MOST, math.perm(size, taken) if name == "permutations" else math.comb(size, taken))

    def _while_rounds(self, test: ast.expr, numbers: _Numbers) -> int:
        """The largest number that a loop's test compares with: how far its counter goes."""
        found = [self._number(part, numbers) for part in ast.walk(test) if isinstance(part, ast.Constant | ast.Name)]
        return max((number for number in found if number is not None), default=1)

    def _number(self, node: ast.expr, numbers: _Numbers) -> int | None:
        folded = self._constants.fold(node, numbers)
        return folded.value if folded is not None and type(folded.value) is int else None

    def _name(self, function: ast.expr) -> str:
        """The last part of a called function's name, through aliases."""
        if isinstance(function, ast.Call):
            function = function.func
        found = self._scopes.qualified_name(function)
        if found is not None:
            return found.rpartition(".")[2]
        return last_name(function)


def _counted(node: ast.expr) -> bool:
    """Whether the work of an argument is counted where it stands: comprehensions, and calls that loop themselves."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in _LOOPING
    return isinstance(node, _COMPREHENSIONS)


def _evaluated(statement: ast.stmt) -> Iterator[ast.AST]:
    """What a statement evaluates when it runs, without the bodies of functions."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop(0)
        yield node
        children = ast.iter_child_nodes(node)
        waiting.extend(child for child in children if not isinstance(child, _FUNCTIONS))
