"""The paths from the head of a loop back to it."""

from __future__ import annotations

import ast
import math
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property

from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.flow.flow_graph import Block, BlockKind, Edge
from cgr_audit.analysis.loops.flow_places import FlowPlaces

__all__ = ["Loop", "LoopRegion", "parts_of", "parts_within"]

Loop = ast.While | ast.For | ast.AsyncFor
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


class LoopRegion:
    """One loop in the graph of its function."""

    def __init__(self, loop: Loop, places: FlowPlaces) -> None:
        self.loop = loop
        self._places = places
        self._flow = places.flow
        self._blocks_of = places.blocks_of
        self._heads = self._blocks_of.get(loop, [])

    @property
    def is_reached(self) -> bool:
        """Whether control comes to the loop at all."""
        return bool(self._heads)

    @property
    def ends_by_itself(self) -> bool:
        """Whether its test can fail, or its iterable can be used up."""
        kinds = (kind for head in self._heads for kind in self._following(head).values())
        return any(kind is Edge.FALSE for kind in kinds)

    @cached_property
    def parts(self) -> tuple[ast.AST, ...]:
        """The nodes of the loop, without those of functions and classes inside it."""
        return tuple(parts_of(self.loop))

    @cached_property
    def _inside(self) -> frozenset[ast.AST]:
        return frozenset(self.parts)

    def goes_round_without(self, cut: Collection[ast.AST]) -> bool:
        """Whether some path through the body comes back to the head without running any of these statements."""
        if self.loop in cut or any(node in self._passed for node in cut):
            return False
        if not cut or (len(cut) == 1 and not any(self._is_copied(node) for node in cut)):
            return self._comes_round
        return self._comes_back(self._starts, cut)

    @cached_property
    def _starts(self) -> list[Block]:
        """Where a round begins."""
        return [block for head in self._heads for block, kind in self._following(head).items() if kind is Edge.TRUE]

    @cached_property
    def _comes_round(self) -> bool:
        return self._comes_back(self._starts, ())

    def _is_copied(self, node: ast.AST) -> bool:
        """Whether one round has several blocks for a statement."""
        return len(self._blocks_of.get(node, ())) > len(self._starts)

    @cached_property
    def _passed(self) -> frozenset[ast.AST]:
        """The statements that every round passes in one and the same block."""
        found = [self._passed_from(start) for start in self._starts]
        return frozenset.intersection(*found) if found else frozenset()

    def _passed_from(self, start: Block) -> frozenset[ast.AST]:
        """The statements on one path of a round that no way leads around: from before them to behind them."""
        path = self._round_from(start)
        place = {block: number for number, block in enumerate(path)}
        seen: set[Block] = set()
        farthest, found = 0, set()
        for number, block in enumerate(path):
            if number >= farthest and block.node is not None:
                found.add(block.node)
            waiting = [block]
            while waiting:
                for following in self._following(waiting.pop()):
                    if following in self._heads:
                        farthest = len(path)
                    elif following in place:
                        farthest = max(farthest, place[following])
                    elif following not in seen and self._holds(following):
                        seen.add(following)
                        waiting.append(following)
        return frozenset(found)

    def _round_from(self, start: Block) -> list[Block]:
        """The blocks of one path from where a round begins to where it ends."""
        came_from: dict[Block, Block | None] = {start: None}
        waiting = deque([start])
        while waiting:
            block = waiting.popleft()
            for following in self._following(block):
                if following in self._heads:
                    path: list[Block] = []
                    step: Block | None = block
                    while step is not None:
                        path.append(step)
                        step = came_from[step]
                    return path[::-1]
                if following not in came_from and self._holds(following):
                    came_from[following] = block
                    waiting.append(following)
        return []

    def greatest_sum(self, rises: Mapping[ast.AST, float]) -> float:
        """The greatest sum of the numbers at the statements of any path through the body, back to the head.

        Statements inside a loop within the body must have none above zero.
        """
        starts = self._starts
        sums = dict.fromkeys(starts, 0.0)
        waiting, greatest = deque(starts), -math.inf
        while waiting:
            block = waiting.popleft()
            if block in self._heads:
                greatest = max(greatest, sums[block] + rises.get(self.loop, 0))
                continue
            if not self._holds(block):
                continue
            rise = rises.get(block.node, 0) if block.node is not None else 0
            for following, kind in self._following(block).items():
                total = sums[block] + (max(rise, 0) if kind is Edge.EXCEPTION else rise)
                if total > sums.get(following, -math.inf):
                    sums[following] = total
                    waiting.append(following)
        return greatest

    def survives(self, statements: Collection[ast.AST], may_catch: Callable[[ast.ExceptHandler], bool]) -> bool:
        """Whether control may come back to the head from an exception in one of these statements."""
        starts = [
            target
            for statement in statements
            for block in self._blocks_of.get(statement, ())
            for target, kind in self._following(block).items()
            if kind is Edge.EXCEPTION and (not isinstance(target.node, ast.ExceptHandler) or may_catch(target.node))
        ]
        return self._comes_back(starts, ())

    def leaves_where(self, test: ast.If, holds: bool) -> bool:
        """Whether control, once a test in the body held or failed, cannot come back to the head."""
        wanted = Edge.TRUE if holds else Edge.FALSE
        blocks = self._blocks_of.get(test, [])
        starts = [target for block in blocks for target, kind in self._following(block).items() if kind is wanted]
        return bool(blocks) and not self._comes_back(starts, ())

    @cached_property
    def uses(self) -> dict[str, list[ast.Name]]:
        """Where the loop names each variable."""
        found: dict[str, list[ast.Name]] = {}
        for part in self.parts:
            if isinstance(part, ast.Name):
                found.setdefault(part.id, []).append(part)
        return found

    @cached_property
    def tables_set(self) -> frozenset[str]:
        """The variables of which the loop sets an element."""
        return frozenset(
            text_of(part.value)
            for part in self.parts
            if isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load)
        )

    @property
    def copies(self) -> dict[str, set[str]]:
        """For each variable, those that may hold the same object."""
        return self._places.copies

    def definitions(self, name: str, where: ast.AST) -> frozenset[ast.AST | None]:
        """The statements that may have set a variable last when control comes to ``where``; nothing for the entry."""
        before = self._flow.predecessors
        setting = self._places.setting.get(name, ())
        waiting = [source for block in self._blocks_of.get(where, ()) for source in before[block]]
        seen: set[Block] = set()
        found: set[ast.AST | None] = set()
        while waiting:
            block = waiting.pop()
            if block in seen:
                continue
            seen.add(block)
            if block.node in setting:
                found.add(block.node)
            elif block.kind is BlockKind.ENTRY:
                found.add(None)
            else:
                waiting.extend(before[block])
        return frozenset(found)

    def _comes_back(self, starts: list[Block], cut: Collection[ast.AST]) -> bool:
        if not cut:
            return any(block in self._returning for block in starts)
        seen: set[Block] = set()
        waiting = list(starts)
        while waiting:
            block = waiting.pop()
            if block in self._heads:
                return True
            if block in seen or block.node in cut or not self._holds(block):
                continue
            seen.add(block)
            waiting.extend(self._following(block))
        return False

    @cached_property
    def _returning(self) -> frozenset[Block]:
        """The head and the blocks of the loop from which some path leads back to it."""
        found = set(self._heads)
        waiting = list(self._heads)
        while waiting:
            for block in self._flow.predecessors[waiting.pop()]:
                if block not in found and self._holds(block) and not found.isdisjoint(self._following(block)):
                    found.add(block)
                    waiting.append(block)
        return frozenset(found)

    def _following(self, block: Block) -> Mapping[Block, Edge]:
        """Where control goes from a block; the last test of a chain that leaves no case over does not fail."""
        following = self._flow.successors(block)
        if block.node not in self._places.closing:
            return following
        return {target: kind for target, kind in following.items() if kind is not Edge.FALSE}

    def _holds(self, block: Block) -> bool:
        if block.node is None:
            return block.kind is BlockKind.JUNCTION
        return block.node in self._inside


def parts_of(loop: Loop) -> list[ast.AST]:
    """The nodes of a loop's test, target and body, without the bodies of functions and classes inside it."""
    first: list[ast.AST] = [loop.test] if isinstance(loop, ast.While) else [loop.target, loop.iter]
    return parts_within([*first, *loop.body])


def parts_within(nodes: Iterable[ast.AST]) -> list[ast.AST]:
    """These nodes and all inside them, without the bodies of functions and classes."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, _INNER):
            waiting.extend(ast.iter_child_nodes(node))
    return found
