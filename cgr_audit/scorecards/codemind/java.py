"""What is known of a Java program without running it, from its tree-sitter tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cgr_audit.analysis.flow.constructs import Construct
from cgr_audit.scorecards.codemind.java_complexity import COMMENTS, FUNCTIONS, complexity_of, statements_of
from cgr_audit.scorecards.codemind.language import Language
from cgr_audit.scorecards.codemind.program_study import ProgramStudy, in_order

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["MISSING", "is_java", "study_java"]

MISSING = "Java is analysed with tree-sitter-java, which is not installed: pip install 'cgr-audit[measures]'"

_TAGS = {
    "for_statement": Construct.FOR,
    "enhanced_for_statement": Construct.FOR,
    "while_statement": Construct.WHILE,
    "do_statement": Construct.WHILE,
    "if_statement": Construct.IF,
    "try_statement": Construct.TRY,
    "try_with_resources_statement": Construct.TRY,
    "switch_expression": Construct.SWITCH,
}
_LOOPS = frozenset({Construct.FOR, Construct.WHILE})
_SCOPES = FUNCTIONS | {"lambda_expression", "class_body"}
_STATEMENTS = frozenset({"local_variable_declaration", "switch_expression", "class_declaration"})
"""Those whose names do not end as the others' do."""


def study_java(source: str) -> ProgramStudy:
    """Study a Java program: whole, or a method alone."""
    root = _root(source)
    if root is None:
        return ProgramStudy(failure=MISSING)
    if root.has_error:
        line = next((node.start_point.row + 1 for node in _nodes(root) if node.is_error or node.is_missing), 1)
        return ProgramStudy(failure=f"not a Java program (line {line})")
    nodes = list(_nodes(root))
    found = {_TAGS[node.type] for node in nodes if node.type in _TAGS}
    depth, has_nested_if = _nesting(root)
    found |= {Construct.NESTED_LOOP} if depth > 1 else set()
    found |= {Construct.NESTED_IF} if has_nested_if else set()
    return ProgramStudy(
        in_order(found),
        complexity_of(root, (node for node in nodes if node.type in FUNCTIONS)),
        loops=sum(_TAGS.get(node.type) in _LOOPS for node in nodes),
        loop_depth=depth,
        lines=len({row for node in nodes if not node.children for row in _rows(node)}),
        loop_lines=_loop_lines(nodes),
        language=Language.JAVA,
    )


def is_java(source: str) -> bool:
    """Whether a text is a Java program, as far as that can be known here."""
    root = _root(source)
    return root is not None and not root.has_error


def _root(source: str) -> Node | None:
    try:
        import tree_sitter_java  # noqa: PLC0415  an extra
        from tree_sitter import Language as Grammar  # noqa: PLC0415
        from tree_sitter import Parser  # noqa: PLC0415
    except ImportError:
        return None
    return Parser(Grammar(tree_sitter_java.language())).parse(source.encode("utf-8")).root_node


def _nodes(root: Node) -> Iterator[Node]:
    """A node and everything in it but comments, in the order of the text."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type not in COMMENTS:
            yield node
            waiting.extend(reversed(node.children))


def _rows(node: Node) -> range:
    return range(node.start_point.row, node.end_point.row + 1)


def _nesting(root: Node) -> tuple[int, bool]:
    """How deep loops are nested, and whether an ``if`` stands in a branch of another; ``else if`` does not."""
    deepest, has_nested_if = 0, False
    waiting = [(root, 0, False)]
    while waiting:
        node, depth, in_branch = waiting.pop()
        tag = _TAGS.get(node.type)
        if node.type in _SCOPES:
            depth, in_branch = 0, False
        depth += tag in _LOOPS
        deepest = max(deepest, depth)
        has_nested_if |= tag is Construct.IF and in_branch
        alternative = node.child_by_field_name("alternative") if tag is Construct.IF else None
        for child in node.named_children:
            is_else_if = child == alternative and child.type == "if_statement"
            waiting.append((child, depth, in_branch if is_else_if else in_branch or tag is Construct.IF))
    return deepest, has_nested_if


def _loop_lines(nodes: list[Node]) -> tuple[int, ...] | None:
    """Of each loop the line of the first statement in its body; nothing where another statement begins there too."""
    starts = Counter(node.start_point.row + 1 for node in nodes if _is_statement(node))
    found = []
    for node in nodes:
        if _TAGS.get(node.type) in _LOOPS:
            body = node.child_by_field_name("body")
            inside = statements_of(body) if body is not None and body.type == "block" else [body]
            first = inside[0].start_point.row + 1 if inside and inside[0] is not None else None
            if first is None or starts[first] != 1:
                return None
            found.append(first)
    return tuple(found) or None


def _is_statement(node: Node) -> bool:
    """Whether it begins to run where it begins in the text: a label does not, nor what a ``for`` declares."""
    if node.type in _STATEMENTS:
        return node.parent is None or node.parent.type != "for_statement"
    return node.type.endswith("_statement") and node.type != "labeled_statement"
