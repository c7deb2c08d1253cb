"""Dominators and control dependence against their definitions, by removing blocks and looking what is reached."""

from __future__ import annotations

import ast
from itertools import pairwise

from hypothesis import given, settings

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.flow.dominators import control_dependence, immediate_dominators, immediate_postdominators
from cgr_audit.analysis.flow.flow_graph import Block, FlowGraph
from cgr_audit.source.contract import load_contract
from tests.analysis.branching_programs import functions

CONTRACT = load_contract("function")


def flow_of(source: str) -> FlowGraph:
    facts = Facts(ast.parse(source), CONTRACT)
    function = facts.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    return facts.control_flow.graph(function)


def dominates(flow: FlowGraph, one: Block, other: Block) -> bool:
    return one is other or other not in flow.reached_from([flow.entry], without=frozenset({one}))


def postdominates(flow: FlowGraph, one: Block, other: Block) -> bool:
    """Whether every path from ``other`` that ends passes ``one``."""
    ends = {flow.returned, flow.ended, flow.raised}
    return one is other or not ends & flow.reached_from([other], without=frozenset({one}))


def ending(flow: FlowGraph) -> set[Block]:
    ends = {flow.returned, flow.ended, flow.raised}
    return {block for block in flow.reached if ends & flow.reached_from([block])}


@given(functions())
@settings(deadline=None)
def test_an_immediate_dominator_is_the_last_block_that_every_path_passes(source: str) -> None:
    flow = flow_of(source)
    found = immediate_dominators(flow)
    assert set(found) == flow.reached - {flow.entry}
    for block, dominator in found.items():
        strict = {other for other in flow.reached if other is not block and dominates(flow, other, block)}
        assert dominator in strict
        assert all(dominates(flow, other, dominator) for other in strict)


@given(functions())
@settings(deadline=None)
def test_an_immediate_postdominator_is_the_first_block_that_every_path_to_an_end_passes(source: str) -> None:
    flow = flow_of(source)
    found = immediate_postdominators(flow)
    assert set(found) == ending(flow)
    for block, following in found.items():
        strict = {other for other in ending(flow) if other is not block and postdominates(flow, other, block)}
        if following is None:
            assert strict == set()
        else:
            assert following in strict
            assert all(postdominates(flow, other, following) for other in strict)


@given(functions())
@settings(deadline=None)
def test_a_block_depends_on_those_that_decide_whether_it_runs(source: str) -> None:
    flow = flow_of(source)
    found = control_dependence(flow)
    alive = ending(flow)
    for block in alive:
        expected = {
            deciding
            for deciding in alive
            if any(target in alive and postdominates(flow, block, target) for target in flow.successors(deciding))
            and (block is deciding or not postdominates(flow, block, deciding))
            and len(flow.successors(deciding)) > 1
        }
        assert found[block] == expected


def test_dominators_of_a_branch() -> None:
    flow = flow_of("def f(x):\n    if x:\n        y = 1\n    else:\n        y = 2\n    return y\n")
    by_line = {block.node.lineno: block for block in flow.reached if block.node is not None}  # type: ignore[attr-defined]
    dominators = immediate_dominators(flow)
    assert dominators[by_line[6]] is by_line[2]
    assert immediate_postdominators(flow)[by_line[2]] is by_line[6]
    assert control_dependence(flow)[by_line[3]] == {by_line[2]}
    assert control_dependence(flow)[by_line[6]] == frozenset()


def test_a_chain_of_statements_is_a_chain_of_dominators() -> None:
    flow = flow_of("def f(x):\n    a = 1\n    b = 2\n    return a\n")
    blocks = sorted((block for block in flow.reached if block.node), key=lambda block: block.node.lineno)  # type: ignore[union-attr]
    assert all(immediate_dominators(flow)[after] is before for before, after in pairwise(blocks))
