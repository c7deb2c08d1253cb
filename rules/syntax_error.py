"""CGR001: a text that is not a Python program."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import line_span
from cgr_audit.audit.rule import Invalid, Meta, TextContext, TextRule, Valid
from cgr_audit.source.parse import ParseFailure
from cgr_audit.source.positions import Span
from cgr_audit.source.syntax_cause import CauseKind, encoding_cause, syntax_cause


class SyntaxError(TextRule):  # noqa: A001  named as its slug
    """The text does not parse or compile.

    What it does
        Reports a text from which no program can be read, once, at the place that is to blame, with the cause:
        a Markdown fence, prose, truncation, indentation, an unterminated string, Python 2, a null byte, a
        compile error, or another. A text out of which exactly one program can be taken is CGR002 instead.

    Why it matters
        Nothing can be said about what such a text would do, so it is never run. As a row it is neither a wrong
        answer nor a right one, and is counted as its own class.

    Example
        .. code-block:: python

            def solve(question):
                return extract_answer(llm_model(question,

    Use instead
        A complete program, and nothing but the program.

    References
        Python language reference, 2 (lexical analysis) and 10 (full grammar).
    """

    meta = Meta("CGR001", "syntax-error", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(question):\n    return llm_model(question, {}), 'A', 1\n"),
        Valid(""),
        Valid("\ufeffx = 1\r\n".encode(), contract="pot"),
        Valid("# -*- coding: latin-1 -*-\nx = '\xe9'\n".encode("latin-1"), contract="pot"),
        Valid("Here it is:\n\n```python\nx = 1\n```\n", contract="pot"),
    )
    INVALID = (
        Invalid("I cannot write code for that.\n", at=("1:1-1:30",)),
        Invalid("```python\nif x\n```\n", at=("1:1-1:10",)),
        Invalid("x = [1,\n     2,", at=("2:7-2:8",)),
        Invalid("def f():\n    return g(\n        'ab", at=("3:9-3:12",)),
        Invalid("    x = 1\n    return x\n", at=("1:1-1:5",)),
        Invalid("def f():\n    x = 1\n   return x\n", at=("3:1-3:4",)),
        Invalid("x = 'abc\ny = 2\n", at=("1:5-1:9",)),
        Invalid("x = 1\nprint 'hello'\n", at=("2:1-2:14",)),
        Invalid(b"x = 1\ny\0 = 2\n", at=("2:2-2:3",)),
        Invalid("x = 1\nreturn x\n", at=("2:1-2:7",)),
        Invalid("x = = 1\n", at=("1:5-1:6",)),
        Invalid("\té = 1 1\r\n".lstrip(), at=("1:7-1:8",)),
        Invalid(b"x = 1\ns = '\xff'\n", at=("2:6-2:7",)),
        Invalid(b"# coding: rot13\nk = 1\n", at=("1:1-1:16",)),
        Invalid("x = '" + "\ud800" + "'\n", at=("1:6-1:7",)),
        Invalid("```\nx = 1\n```\nor\n```\ny = 1\n```\n", at=("1:1-1:4",)),
    )

    def check(self, context: TextContext) -> Iterator[Finding]:
        """Yield one finding where the text is not a program."""
        if not isinstance(context.parsed, ParseFailure):
            return
        if context.source.problem is not None:
            cause = encoding_cause(context.source)
        else:
            cause = syntax_cause(context.source.text, context.parsed, context.unwrapped)
        evidence: list[tuple[Span, str]] = [(cause.span, f"cause: {cause.kind.value}")]
        if cause.opened is not None:
            evidence.append((cause.opened, "opened here"))
        programs = context.unwrapped.programs
        evidence += [(line_span(context, program.first_line), "a program begins here") for program in programs]
        kind = "" if cause.kind is CauseKind.OTHER else f"{cause.kind.value}: "
        yield context.finding(self, cause.span, kind + cause.message, evidence)
