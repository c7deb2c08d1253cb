"""Loops that certainly never end: no exit can be reached, or what decides whether they go on never changes.

A loop is read on the control-flow graph. Its *region* is every block that control reaches from its head without leaving
it, and an *iteration* is a path from the head back to it. Three things are certain:

- no edge leaves the region;
- the only way out is the loop's test, and the region changes nothing that the test reads;
- an iteration changes nothing that the tests on its path read: once taken, the path is taken forever. An iterator that
  gives the same elements again and again changes nothing in this sense: a path taken for each of them is taken forever.

Everything else is left to the sandbox's fuel.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from cgr_audit.analysis.flow.control_flow import ControlFlow
from cgr_audit.analysis.flow.endless_iterators import endless_iterator
from cgr_audit.analysis.flow.flow_graph import Block, Edge, FlowGraph
from cgr_audit.analysis.index import Index, position_of
from cgr_audit.analysis.queries.statement_effects import Effects, StatementEffects, union
from cgr_audit.analysis.scopes import Scopes

__all__ = ["EndlessLoop", "EndlessReason", "find_endless_loops"]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SUSPENDING = (ast.Yield, ast.YieldFrom, ast.Await)
_LOOPS = (ast.While, ast.For, ast.AsyncFor)
_PERIODIC = frozenset({"itertools.cycle", "itertools.repeat"})
"""Iterators that give the same elements again and again."""


class EndlessReason(StrEnum):
    """Why a loop never ends."""

    NO_EXIT = "no exit"
    UNCHANGED_TEST = "unchanged test"
    """Nothing in the loop changes what its test reads, and nothing else leaves it."""
    REPEATED_PATH = "repeated path"
    """Some iteration changes nothing that its tests read."""


@dataclass(frozen=True, slots=True)
class EndlessLoop:
    """A loop that never ends, once it is entered or once an iteration has taken a certain path."""

    loop: ast.While | ast.For
    reason: EndlessReason
    path: tuple[ast.AST, ...] = ()
    """The statements of a repeated path in their order, after the head."""


def find_endless_loops(
    index: Index, scopes: Scopes, flow: ControlFlow, is_of_interest: Callable[[ast.AST], bool]
) -> Iterator[EndlessLoop]:
    """The loops among those of interest that never end, in the order of the text."""
    effects = StatementEffects(index, scopes)
    for loop in sorted((*index.of(ast.While), *index.of(ast.For)), key=position_of):
        if not isinstance(loop, ast.While | ast.For) or not is_of_interest(loop):
            continue
        is_periodic = False
        if isinstance(loop, ast.For):
            call = endless_iterator(loop.iter, scopes)
            if call is None or any(map(effects.may_be_iterator, call.args)):
                continue
            is_periodic = call is loop.iter and scopes.qualified_name(call.func) in _PERIODIC
        owner = next((part for part in index.ancestors(loop) if isinstance(part, _FUNCTIONS)), index.tree)
        found = _Region(loop, flow.graph(owner), effects, is_periodic=is_periodic).find()
        if found is not None:
            yield found


class _Region:
    """One loop in the graph of its function."""

    def __init__(
        self, loop: ast.While | ast.For, flow: FlowGraph, effects: StatementEffects, *, is_periodic: bool
    ) -> None:
        self._loop = loop
        self._flow = flow
        self._effects = effects
        self._is_periodic = is_periodic
        self._inside = {loop, *(part for statement in loop.body for part in ast.walk(statement))}
        self._heads = [block for block in flow.blocks if block.node is loop and block in flow.reached]
        self._starts = [after for head in self._heads for after, edge in self._after(head) if edge is Edge.TRUE]
        self._spine = {*self._heads, *(block for start in self._starts for block in self._unbranched(start))}
        """Blocks that every iteration goes through."""

    def find(self) -> EndlessLoop | None:
        """The loop with the reason why it never ends; nothing if that is not certain."""
        if any(isinstance(part, _SUSPENDING) for part in self._inside):
            return None
        region = self._blocks()
        if not any(head in region for head in self._heads):
            return None
        changes = union(map(self._effects_of, region))
        if not any(self._leaves(block, region, changes) for block in region):
            head = self._heads[-1]
            if isinstance(self._loop, ast.For) or len(self._branches(head)) == 1:
                return EndlessLoop(self._loop, EndlessReason.NO_EXIT)
            if not changes.decide_value(self._effects_of(head)):
                return EndlessLoop(self._loop, EndlessReason.UNCHANGED_TEST)
        path = self._iteration(region)
        if not self._repeats(path):
            return None
        nodes = tuple(block.node for block in path[:-1] if block.node is not None)
        return EndlessLoop(self._loop, EndlessReason.REPEATED_PATH, nodes)

    def _after(self, block: Block) -> Collection[tuple[Block, Edge]]:
        return self._flow.successors(block).items()

    def _branches(self, block: Block) -> list[Block]:
        """Where control goes from a block unless something is raised."""
        return [after for after, edge in self._after(block) if edge is not Edge.EXCEPTION]

    def _unbranched(self, block: Block) -> Iterator[Block]:
        """The blocks from one on, up to the first loop or the first from which there is more than one way."""
        while not isinstance(block.node, _LOOPS):
            yield block
            branches = self._branches(block)
            if len(branches) != 1:
                return
            block = branches[0]

    def _effects_of(self, block: Block) -> Effects:
        found = self._effects.of(block.node) if block.node is not None else Effects()
        if block.node is self._loop and isinstance(self._loop, ast.For):  # its iterable was evaluated before
            return Effects(binds=set() if self._is_periodic else found.binds)
        return found

    def _blocks(self) -> dict[Block, None]:
        """The blocks that control reaches without leaving the loop, in a fixed order."""
        found: dict[Block, None] = {}
        waiting = list(self._starts)
        while waiting:
            block = waiting.pop()
            if block not in found and block.node in self._inside:
                found[block] = None
                waiting.extend(self._flow.successors(block))
        return found

    def _leaves(self, block: Block, region: Collection[Block], changes: Effects) -> bool:
        """Whether control may leave the loop from a block, but for the test or iterable of the loop itself."""
        effects = self._effects_of(block)
        is_head = block.node is self._loop
        outside = [edge for after, edge in self._after(block) if after not in region]
        if any(edge is Edge.NEXT or (edge is not Edge.EXCEPTION and not is_head) for edge in outside):
            return True
        iterates = isinstance(block.node, ast.For) and changes.mutates and effects.reads_contents
        may_fail = effects.may_fail and (block not in self._spine or changes.decide_failure(effects))
        if not may_fail and not iterates and not effects.is_opaque:
            return False
        is_handled = len(self._branches(block)) < len(self._after(block)) and Edge.EXCEPTION not in outside
        return not is_handled or (effects.is_opaque and self._effects.names_exit)

    def _iteration(self, region: Collection[Block]) -> list[Block]:
        """A shortest path back to the head that binds no name of the loop's test; empty where there is none."""
        kept = self._effects_of(self._heads[-1]).reads
        came_from: dict[Block, Block | None] = dict.fromkeys(self._starts)
        waiting = deque(self._starts)
        while waiting:
            block = waiting.popleft()
            if block.node is self._loop:
                path: list[Block] = []
                step: Block | None = block
                while step is not None:
                    path.append(step)
                    step = came_from[step]
                return path[::-1]
            effects = self._effects_of(block)
            if effects.is_opaque or isinstance(block.node, _LOOPS) or not kept.isdisjoint(effects.binds):
                continue
            for after in self._branches(block):
                if after in region and after not in came_from:
                    came_from[after] = block
                    waiting.append(after)
        return []

    def _repeats(self, path: list[Block]) -> bool:
        """Whether a path, once taken, is taken forever: its tests read only what it leaves alone or sets the same.

        At most one test on it counts, besides the loop's own: what several tests say together may never happen.
        """
        changes = union(map(self._effects_of, path))
        if not path or changes.is_opaque:
            return False
        tests = 0
        for block in [path[-1], *path[:-1]]:
            effects = self._effects_of(block)
            is_test = len(self._branches(block)) > 1
            tests += is_test and block.node is not self._loop
            is_decided = changes.decide_value(effects)
            if tests > 1 or (is_test and is_decided) or (effects.may_fail and changes.decide_failure(effects)):
                return False
            if isinstance(block.node, ast.Assign) and not is_decided:
                changes.binds -= effects.binds
            else:
                changes.binds |= effects.binds
        return True
