"""A small tree of thoughts: two roots, the better one gets two children, the best leaf answers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass
class Node:
    text: str
    score: int = 0
    children: list["Node"] = field(default_factory=list)


def rate(node: Node, question: str, exp_config: dict) -> None:
    reply = llm_model(
        f"{question}\n\nThought:\n{node.text}\n\nRate it from 0 to 10. Number only.", exp_config
    )
    number = re.search(r"\d+", reply)
    node.score = min(int(number.group()), 10) if number else 0


def solve_tree(question: str, options: list[dict], exp_config: dict):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    body = f"{question}\n{listing}"

    roots = []
    for way in ("by elimination", "from first principles"):
        node = Node(llm_model(f"{body}\n\nStart to solve this {way}. Two sentences.", exp_config))
        rate(node, body, exp_config)
        roots.append(node)
    best = max(roots, key=lambda node: node.score)

    for focus in ("the strongest option", "the most likely trap"):
        child = Node(
            llm_model(f"{body}\n\nSo far:\n{best.text}\n\nGo on, thinking of {focus}.", exp_config)
        )
        rate(child, body, exp_config)
        best.children.append(child)
    leaf = max(best.children, key=lambda node: node.score)

    final = llm_model(f"{body}\n\n{best.text}\n{leaf.text}\n\nTherefore the letter is:", exp_config)
    return extract_answer(final), "B", 7
