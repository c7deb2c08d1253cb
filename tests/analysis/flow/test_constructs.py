"""The construct tags of small programs."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.flow.constructs import find_constructs
from cgr_audit.analysis.index import build_index


@pytest.mark.parametrize(
    ("source", "tags"),
    [
        ("def f(x):\n    return x", {"basic"}),
        ("def f(x):\n    return [y for y in x]", {"basic", "comprehension"}),
        ("for x in y:\n    pass", {"for"}),
        ("for x in y:\n    while x:\n        pass", {"for", "while", "nested_loop"}),
        ("for x in y:\n    def g():\n        for z in x:\n            pass", {"for"}),
        ("if x:\n    pass\nelif y:\n    pass", {"if"}),
        ("if x:\n    if y:\n        pass", {"if", "nested_if"}),
        ("if x:\n    pass\nelse:\n    if y:\n        pass", {"if", "nested_if"}),
        ("if x:\n    pass\nelif y:\n    if z:\n        pass", {"if", "nested_if"}),
        ("try:\n    pass\nexcept E:\n    pass", {"try"}),
        ("match x:\n    case 1:\n        pass", {"switch"}),
        ("def f(n):\n    return f(n - 1)", {"basic", "recursion"}),
        ("def f():\n    def g():\n        return f()\n    return g", {"basic", "recursion", "nested_function"}),
        ("def f(n):\n    return g(n)", {"basic"}),
        ("with x:\n    y = lambda: 1 if x else 2", {"basic", "with", "lambda", "conditional_expression"}),
        ("async def f():\n    yield 1", {"basic", "async", "generator"}),
    ],
)
def test_a_program_has_the_tags_of_what_it_is_made_of(source: str, tags: set[str]) -> None:
    assert {tag.value for tag in find_constructs(build_index(ast.parse(source)))} == tags
