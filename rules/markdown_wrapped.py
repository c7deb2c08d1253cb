"""CGR002: a program inside a Markdown fence or between prose."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import line_span
from cgr_audit.audit.rule import Invalid, Meta, TextContext, TextRule, Valid
from cgr_audit.source.fences import is_fence_mark
from cgr_audit.source.positions import Span
from cgr_audit.source.unwrap import TakenProgram


class MarkdownWrapped(TextRule):
    """One program inside a Markdown fence or between prose.

    What it does
        Reports a text that is not a program and holds exactly one: in a Markdown fence, or before, after or
        between prose. The program inside is analysed, with every place given in the original text.

    Why it matters
        The text that gets a verdict must be the text that runs. This one does not run, and a harness that strips fences
        by a rule of its own may run other code than was audited.

    Example
        .. code-block:: text

            Here is the program:

            ```python
            def solve(question):
                ...
            ```

    Use instead
        The program alone. ``cgr-audit unwrap`` writes it as a new program that can be approved and run.

    References
        CommonMark 0.31.2, 4.5: fenced code blocks.
    """

    meta = Meta("CGR002", "markdown-wrapped", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("ans = 1\n", contract="pot"),
        Valid('PROMPT = """\n```python\nx = 1\n```\n"""\nans = PROMPT\n', contract="pot"),
        Valid("Only words stand here.\n", contract="pot"),
        Valid("```\nans = 1\n```\nor\n```\nans = 2\n```\n", contract="pot"),
        Valid("    ans = 1\n    return ans\n", contract="pot"),
        Valid("best = 1\nans = 'Return to the t", contract="pot"),
    )
    INVALID = (
        Invalid("```python\nans = 1\n```\n", contract="pot", at=("1:1-1:10",)),
        Invalid("Here it is:\n\n~~~\nans = 1\n", contract="pot", at=("3:1-3:4",)),
        Invalid("Here it is:\n\n    def f():\n        pass\n\nDone, I think.", contract="pot", at=("1:1-1:12",)),
        Invalid("ans = 1\n\nThat is all there is.\n", contract="pot", at=("3:1-3:22",)),
        Invalid("ans = 1\n```\n", contract="pot", at=("2:1-2:4",)),
    )

    def check(self, context: TextContext) -> Iterator[Finding]:
        """Yield one finding where exactly one program can be taken out."""
        sole = context.unwrapped.sole
        if sole is None:
            return
        before = sole.first_line - 1
        is_fenced = before > 0 and is_fence_mark(context.positions.lines[before - 1])
        where = before if is_fenced else context.unwrapped.outside or 1
        wrapper = "a Markdown fence" if is_fence_mark(context.positions.lines[where - 1]) else "prose"
        evidence = [(_extent(context, sole), f"the program: lines {sole.first_line} to {sole.last_line}")]
        message = f"the program stands inside {wrapper}; `cgr-audit unwrap` takes it out"
        yield context.finding(self, line_span(context, where), message, evidence)


def _extent(context: TextContext, program: TakenProgram) -> Span:
    """All lines of the program; `cgr-audit unwrap` takes exactly these."""
    end = len(context.positions.lines[program.last_line - 1]) + 1
    return Span(program.first_line, program.indent + 1, program.last_line, max(end, program.indent + 1))
