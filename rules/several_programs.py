"""CGR004: more than one program in one text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from cgr_audit.analysis.entry import EntryChoice, EntryPoint
from cgr_audit.analysis.expression_text import text_of
from cgr_audit.analysis.index import Index
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import line_span, name_span
from cgr_audit.audit.rule import Context, Invalid, Meta, TextContext, TextRule, Valid
from cgr_audit.source.contract import ReturnShape

_QUESTION = re.compile(r"\s*#+\s*(?:question|problem|q)\s*\d*\s*[:.]", re.IGNORECASE)
"""A comment that puts a question, as completions do that run on."""


class SeveralPrograms(TextRule):
    """The entry is defined more than once, or the text holds several programs run together.

    What it does
        Reports a second top-level definition of the entry, which replaces the first, a second function that could be
        the entry, asks the solver and is used by nothing, a script in which a comment puts another question between two
        places where the answer is set, and a text that does not parse as it is and out of which several programs
        can be taken. Definitions of which only one can be executed, such as those in the two branches of an ``if``,
        count as one.

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
        Valid("def solve_part(q):\n    return llm_model(q, {})\ndef solve(q):\n    return solve_part(q), 'A', 1\n"),
        Valid("def answer_format(q):\n    return q\ndef solve(q):\n    return llm_model(q, {}), 'A', 1\n"),
        Valid(
            "def solve_a(q):\n    return llm_model(q, {})\nWAYS = {'a': solve_a}\n"
            "def solve(q):\n    return WAYS['a'](q), 'A', 1\n"
        ),
        Valid("x = 1\nans = x\n", contract="pot"),
        Valid("ans = 1\n# Question: is that right?\nprint(ans)\n", contract="pot"),
        Valid("# Question: How many?\nans = 1\nif ans > 3:\n    ans = 3\nans = round(ans)\n", contract="pot"),
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
        Invalid("def other(q):\n    return q\ndef solve(q):\n    return 1\nsolve = other\n", at=("1:5-1:10",)),
        Invalid(
            "def solve_one(q):\n    return llm_model(q, {}), 'A', 1\n\n\nQ = 'Why?'\n\n\n"
            "def solve_two(q):\n    return llm_model(Q, {}), 'B', 1\n",
            at=("8:5-8:14",),
        ),
        Invalid("ans = 1\n\n# Question: How many?\nn = 2\nans = n\n", contract="pot", at=("3:1-3:22",)),
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
        elif isinstance(context, Context) and context.contract.returns.shape is ReturnShape.VARIABLE:
            yield from self._next_question(context, context.contract.returns.variable or "")
        elif isinstance(context, Context) and context.facts.entry is not None:
            yield from self._redefined(context, context.facts.entry)
            yield from self._run_on(context, context.facts.entry)

    def _next_question(self, context: Context, variable: str) -> Iterator[Finding]:
        """A script that sets its answer, and goes on with a comment that puts the next question."""
        setting = [
            statement
            for statement in context.tree.body
            if isinstance(statement, ast.Assign)
            and any(isinstance(target, ast.Name) and target.id == variable for target in statement.targets)
        ]
        if len(setting) < 2:
            return
        first, last = setting[0], setting[-1]
        for number in range((first.end_lineno or first.lineno) + 1, last.lineno):
            if _QUESTION.match(context.positions.lines[number - 1]):
                evidence = [(context.span(one), f"{variable!r} is set here") for one in (first, last)]
                yield context.finding(
                    self, line_span(context, number), "the text continues with another question", evidence
                )
                return

    def _run_on(self, context: Context, entry: EntryPoint) -> Iterator[Finding]:
        """Another function that could be the entry as well, with a program of its own."""
        wanted = context.contract.entry
        if not (wanted.is_pattern and context.contract.solver.is_used) or entry.choice is not EntryChoice.NAMED:
            return
        others = [
            one
            for one in context.tree.body
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
            and wanted.matches(one.name)
            and one.name != entry.name
            and not one.decorator_list
        ]
        if not others:
            return
        reaching = context.facts.solver_calls.reaching
        unused = [one for one in others if one in reaching and not _is_used(context, one)]
        if unused and entry.node in reaching:
            evidence = [(name_span(context, one), "another program") for one in unused]
            message = f"{unused[-1].name} and {entry.name} are two programs: either could be the entry"
            yield context.finding(self, name_span(context, entry.node), message, evidence)

    def _redefined(self, context: Context, entry: EntryPoint) -> Iterator[Finding]:
        if entry.node.name != entry.name:
            own = [one for one in context.tree.body if getattr(one, "name", None) == entry.name]
            replaced = [one for one in own if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
            evidence = [(name_span(context, one), "this definition is replaced") for one in replaced]
            message = f"{entry.name} is defined, and then bound to this function"
            yield context.finding(self, name_span(context, entry.node), message, evidence)
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


def _is_used(context: Context, definition: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether anything outside a function reads its name, or may look names up."""
    index = context.facts.index
    return any(
        name.id in {definition.name, "eval", "exec", "globals", "locals", "vars"}
        and isinstance(name.ctx, ast.Load)
        and definition not in index.ancestors(name)
        for name in index.of(ast.Name)
    )


def _is_overload(definition: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(text_of(decorator).rpartition(".")[2] == "overload" for decorator in definition.decorator_list)


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
