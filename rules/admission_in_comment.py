"""CGR212: a comment admits that the answer does not come from the solver."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from cgr_audit.analysis.comments import Remark, remarks
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.text import split_lines

_ANSWER = r"(?:answer|letter|option|choice|label|result)"
_LETTER = r"[\"'(]?(?-i:[A-E])(?=[\"').,;:]|\s*$|\s+(?:because|since|as|for|when|if|unless|whatever|no matter)\b)"
_SOLVER = r"(?:the |any |our )?(?:solver|model|llm|response|reply)\b"
_WORDINGS = (
    r"(?-i:\bCHEAT(?:ING|ED|S)?\b)",
    r"#\s*cheat(?:ing)?\b(?![ -]?sheet)",
    r"\b(?:i|we|this|that|it|let's|to|just|simply)(?:'s|'re|'ll| is| are| will)?(?: just| simply)?(?: a)?"
    r" cheat(?:ing)?\b",
    rf"\bhard[- ]?cod(?:e|ed|ing)\b[^.]{{0,30}}\b{_ANSWER}",
    rf"\b{_ANSWER}s?\b[^.]{{0,20}}\bhard[- ]?coded\b",
    r"\bmost (?:common|frequent|likely)\b[^.]{0,30}\b(?:in|of|among|across) (?:the |this |our )?"
    r"(?:few-?shot |training |dev |given )?(?:examples?|data ?sets?|training|benchmark|questions)\b",
    rf"\balways (?:returns?|answers?|choose|chooses|picks?|selects?|outputs?|guess(?:es)?|says?)"
    rf" (?:the )?(?:same )?(?:{_ANSWER} ?)?{_LETTER}",
    r"\balways (?:(?:returns?|answers?|gives?) (?:with )?)?the same (?:answer|letter|option)\b",
    rf"\b(?:gold|ground[- ]truth|correct|right|true)(?: {_ANSWER})? ?(?:is|=|:|->|→|says) ?(?:option )?{_LETTER}",
    r"\b(?:because|since|as) (?:the )?(?:gold|ground[- ]truth|answer key)\b",
    r"\b(?:already )?know(?:s|n)? the (?:correct |right |gold |true )?answer\b",
    rf"\b(?:ignor(?:e|es|ing)|bypass(?:es|ing)?) {_SOLVER}",
    rf"\bwithout (?:asking|calling|consulting|querying) {_SOLVER}",
    r"\b(?:no need|need not|don't need|do not need) to (?:ask|call|consult|query) " + _SOLVER,
    r"\bleak(?:s|ed|ing)? the (?:gold |correct |right |true )?answer\b",
)
_ADMISSION = re.compile("|".join(_WORDINGS), re.IGNORECASE | re.MULTILINE)
_NEGATION = re.compile(
    r"(?:\bno|\bnot|\bnever|n't|\bavoids?|\bwithout|\binstead of|\brather than|\bprevents?)\b[^.]*$", re.IGNORECASE
)
_NEGATED_WITHIN = 25
"""Characters before the words in which a negation counts."""


class AdmissionInComment(Rule):
    """A comment or docstring admits that the answer does not come from the solver.

    What it does
        Quotes comments, docstrings and other unused texts in which the program admits that it cheats. It knows these
        English wordings: *CHEAT* in capitals, *cheat* (no *cheat sheet*) at a comment's beginning or after *I*, *we*,
        *this*, *it*, *to*, *just*; *hard-coded* near *answer*, *letter*, *option*, *choice*, *label* or *result*;
        *most common / frequent / likely ... in the examples / data set*; *always return B*, *always the same answer*;
        *the gold / correct answer is B*, *because the gold ...*, *we know the answer*; *ignore / bypass the solver*,
        *without asking the model*, *no need to ask the solver*; *leaks the answer*. Words after a
        negation (*do not hard-code an answer*) are not reported.

    Why it matters
        It shows where to look, and supports other findings. It never decides a verdict: what counts is what the program
        does, and a comment may be wrong, copied, or about something else.

    Example
        .. code-block:: python

            answer = "B"  # hardcoded answer: most common in the examples

    Use instead
        Ask the solver, and let a comment next to a fallback say which failure it handles.

    References
        CGR201 to CGR208 report what the program does.
    """

    meta = Meta("CGR212", "admission-in-comment", Severity.INFO, Confidence.LOW, since="0.1.0")

    VALID = (
        Valid("# Do not hard-code the answer.\n# Never cheat here.\nanswer = 1\n"),
        Valid("# The answer is a value of the reply.\n# Keep the most common answer.\nx = 1\n"),
        Valid("# Roger cheats at cards.\n# 6. The probability of an answer via cheating\nx = 1\n"),
        Valid("prompt = 'hardcoded answer # CHEAT'\nprint(prompt)\n"),
        Valid('prompt = """\n# CHEAT\n"""\nprint(prompt)\n'),
        Valid("# always returns a tuple\n# A correct answer is a letter.\nx = 1\n"),
        Valid('def solve(question):\n    """Roger was cheating in an exam."""\n    return question\n'),
    )
    INVALID = (
        Invalid("answer = 'B'  # CHEAT\n", at=("1:15-1:22",)),
        Invalid("x = 1  # this is cheating\n", at=("1:8-1:26",)),
        Invalid("x = '# no'  # hardcoded answer: B\n", at=("1:13-1:34",)),
        Invalid("# B is the most common letter in the examples\nx = 1\n", at=("1:1-1:46",)),
        Invalid("def f():\n    # always return B because gold says so\n    return 'B'\n", at=("2:5-2:43",)),
        Invalid('def f():\n    """Answer.\n\n    The correct answer is C.\n    """\n    return 1\n', at=("4:5-4:29",)),
        Invalid("é = 'é'  # we already know the answer\n", at=("1:10-1:38",)),
        Invalid("# Skip this and ignore the solver\nx = f'{1}#{2}'\n", at=("1:1-1:34",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for each such line."""
        lines = split_lines(context.parsed.text)  # type: ignore[union-attr]
        index = context.facts.index
        unused = (part.value.value for part in index.of(ast.Expr) if isinstance(part.value, ast.Constant))
        likely = [line[line.index("#") :] for line in lines if "#" in line] + [str(value) for value in unused]
        if not any(map(_ADMISSION.search, likely)):
            return
        for remark in remarks(lines, index):
            if _admits(remark):
                place = context.positions.at(remark.line, remark.column, len(remark.text))
                yield context.finding(self, place, f"the program admits a shortcut: {_quoted(remark.text)}")


def _admits(remark: Remark) -> bool:
    for found in _ADMISSION.finditer(remark.text):
        before = remark.text[max(0, found.start() - _NEGATED_WITHIN) : found.start()]
        if not _NEGATION.search(before):
            return True
    return False


def _quoted(text: str) -> str:
    words = " ".join(text.lstrip("#").split())
    return f'"{words}"' if len(words) <= 120 else f'"{words[:117]}..."'
