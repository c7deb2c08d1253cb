"""Which blocks every path must pass, and which tests decide whether a block runs."""

from __future__ import annotations

from collections.abc import Mapping

import networkx as nx

from cgr_audit.analysis.flow.flow_graph import Block, FlowGraph

__all__ = ["control_dependence", "immediate_dominators", "immediate_postdominators"]

_EXIT = "exit"


def immediate_dominators(flow: FlowGraph) -> Mapping[Block, Block]:
    """The last block, other than itself, that every path from the entry to a block passes.

    The entry has none; blocks that nothing reaches are absent.
    """
    found = nx.immediate_dominators(flow.graph, flow.entry)
    return {block: dominator for block, dominator in found.items() if dominator is not None and dominator is not block}


def immediate_postdominators(flow: FlowGraph) -> Mapping[Block, Block | None]:
    """The first block, other than itself, that every path from a block to an end passes; nothing where there is none.

    Blocks that nothing reaches are absent, and so are those from which no path ends.
    """
    graph: nx.DiGraph[Block | str] = nx.DiGraph()
    for block in flow.reached:
        graph.add_edges_from((target, block) for target in flow.successors(block))
    ends = (flow.returned, flow.ended, flow.raised)
    graph.add_edges_from((_EXIT, end) for end in ends if end in flow.reached)
    if _EXIT not in graph:
        return {}
    found = nx.immediate_dominators(graph, _EXIT)
    return {
        block: following if isinstance(following, Block) else None
        for block, following in found.items()
        if isinstance(block, Block) and following is not block
    }


def control_dependence(flow: FlowGraph) -> Mapping[Block, frozenset[Block]]:
    """For each block, the blocks with several ways on of which some lead to it for certain and others may not.

    Ferrante, Ottenstein and Warren, *The program dependence graph and its use in optimization*, 1987, section 3.1.
    Blocks from which no path ends depend on nothing here.
    """
    following = immediate_postdominators(flow)
    found: dict[Block, set[Block]] = {block: set() for block in flow.reached}
    for block in flow.reached:
        targets = flow.successors(block)
        if len(targets) < 2 or block not in following:
            continue
        for target in targets:
            runner: Block | None = target
            while runner is not None and runner in following and runner is not following[block]:
                found[runner].add(block)
                runner = following[runner]
    return {block: frozenset(deciding) for block, deciding in found.items()}
