"""CGR004: more than one program in one text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.index import Index
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import line_span, name_span
from cgr_audit.audit.rule import Context, Invalid, Meta, TextContext, TextRule, Valid


class SeveralPrograms(TextRule):
    """The entry is defined more than once, or the text holds several programs run together.

    What it does
        Reports a second top-level definition of the entry, which replaces the first, and a text that does not
        parse as it stands and out of which several programs can be taken. Definitions of which only one can be
        executed, such as those in the two branches of an ``if``, count as one.

    Why it matters
        Which of them was meant is a guess. A completion that runs on into the next question answers another
        item; a second version may be worse than the first.

    Example
        .. code-block:: python

            def solve(question):
                return extract_answer(llm_model(question, {})), "B", 3

            def solve(question):  # improved version
                ...

    Use instead
        One definition of the entry; a stop sequence that ends the completion after it.

    References
        L. Gao et al., PAL: Program-aided Language Models, 2023: the released completions run on.
    """

    meta = Meta("CGR004", "several-programs", Severity.WARNING, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    return 'A', 'A', 1\n"),
        Valid("if X:\n    def solve(q):\n        return 1\nelse:\n    def solve(q):\n        return 2\n"),
        Valid("try:\n    def solve(q):\n        return 1\nexcept E:\n    def solve(q):\n        return 2\n"),
        Valid("def ask(q):\n    pass\ndef ask(q):\n    pass\ndef solve(q):\n    return ask(q)\n"),
        Valid("from typing import overload\n@overload\ndef solve(q): ...\ndef solve(q):\n    return 1\n"),
        Valid("class A:\n    def solve(self):\n        pass\ndef solve(q):\n    return 1\n"),
        Valid("x = 1\nans = x\n", contract="pot"),
        Valid("```\nx = 1\n```\n", contract="pot"),
    )
    INVALID = (
        Invalid("def solve(q):\n    return 1\n\n\ndef solve(q):\n    return 2\n", at=("5:5-5:10",)),
        Invalid("def solve(q):\n    return 1\nif X:\n    async def solve(q):\n        return 2\n", at=("4:15-4:20",)),
        Invalid(
            "if X:\n    def solve(q):\n        return 1\n    def solve(q):\n        return 3\n"
            "else:\n    def solve(q):\n        return 2\n",
            at=("4:9-4:14",),
        ),
        Invalid("```\nx = 1\n```\nor\n```\n\ny = 1\n```\n", contract="pot", at=("7:1-7:6",)),
        Invalid(
            "def solve(q):\n    return 1\n\nQuestion: What is next?\n(a) 3\n\ndef solve(q):\n    return 2\n",
            at=("7:1-7:14",),
        ),
    )

    def check(self, context: TextContext) -> Iterator[Finding]:
        """Yield one finding for the text."""
        programs = context.unwrapped.programs
        if len(programs) > 1:
            first, second = (line_span(context, _first_line(context, program.first_line)) for program in programs[:2])
            evidence = [(first, "the first program")]
            evidence += [
                (line_span(context, _first_line(context, other.first_line)), "another program")
                for other in programs[2:]
            ]
            yield context.finding(self, second, f"the text holds {len(programs)} programs run together", evidence)
        elif isinstance(context, Context):
            yield from self._redefined(context)

    def _redefined(self, context: Context) -> Iterator[Finding]:
        entry = context.facts.entry
        if entry is None:
            return
        definitions = [*entry.earlier, entry.node]
        definitions = sorted((one for one in definitions if not _is_overload(one)), key=lambda one: one.lineno)
        for position in range(len(definitions) - 1, 0, -1):
            last = definitions[position]
            replaced = [one for one in definitions[:position] if not _are_alternatives(context.facts.index, one, last)]
            if replaced:
                evidence = [(name_span(context, one), "this definition is replaced") for one in replaced]
                yield context.finding(self, name_span(context, last), f"{entry.name} is defined again", evidence)
                return


def _first_line(context: TextContext, number: int) -> int:
    """The first line from ``number`` on that is not blank."""
    lines = context.positions.lines
    while not lines[number - 1].strip():
        number += 1
    return number


def _is_overload(definition: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(ast.unparse(decorator).rpartition(".")[2] == "overload" for decorator in definition.decorator_list)


def _are_alternatives(index: Index, one: ast.AST, other: ast.AST) -> bool:
    """Whether only one of two statements can be executed: they stand in different branches of one statement."""
    branch_of = dict(_branches(index, one))
    return any(branch_of.get(around, branch) != branch for around, branch in _branches(index, other))


def _branches(index: Index, node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """The branching statements around a node, each with the branch that the node stands in."""
    for around in index.ancestors(node):
        if isinstance(around, ast.If):
            yield around, "orelse" if node in around.orelse else "body"
        elif isinstance(around, ast.Try) and node not in around.finalbody and node not in around.orelse:
            yield around, "body" if node in around.body else f"handler {around.handlers.index(node)}"  # type: ignore[arg-type]
        elif isinstance(around, ast.Match):
            yield around, f"case {around.cases.index(node)}"  # type: ignore[arg-type]
        node = around
