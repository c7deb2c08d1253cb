"""CGR003: characters that make a program read otherwise than it runs."""

from __future__ import annotations

import ast
import keyword
import unicodedata
from collections import defaultdict
from collections.abc import Iterator

from cgr_audit.analysis.builtin_names import BUILTINS
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, TextContext, TextRule, Valid
from cgr_audit.source.hidden import confusable_reading, hidden_characters, identifiers
from cgr_audit.source.positions import Span
from cgr_audit.source.text import TextProblem

_MOST_EVIDENCE = 20


class HiddenCharacter(TextRule):
    r"""Characters make the program look different from what runs.

    What it does
        Reports, line by line, bidirectional controls, zero-width characters, null bytes and other control
        characters, lone surrogates and byte order marks inside the text, in code, strings and comments. Reports
        identifiers that Python reads as another, ASCII name, that mix ASCII letters with letters of another
        script that look like ASCII, or that look like a name of the program. What a script needs is left alone:
        joiners in emoji, in Arabic and Indic scripts, and names wholly in another script.

    Why it matters
        A reviewer does not see what runs: text is shown in another order, a name is not the one it seems, a
        string that looks equal is not.

    Example
        .. code-block:: python

            # \u202e stands for the character itself, which reverses what follows it on the screen
            if role != "user\u202e \u2066# check if admin\u2069 \u2066":
                answer = "B"

    Use instead
        Visible characters; escapes such as ``"\u200b"`` where a string needs one that is not.

    References
        CVE-2021-42574 and CVE-2021-42694 (Trojan Source); Unicode Technical Standard 39; PEP 672.
    """

    meta = Meta("CGR003", "hidden-character", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("ans = 'x\\u200b'\n", contract="pot"),
        Valid("größe = 1\nдлина = 2\n长度 = 3\nα = σ_x = Δt = 4\nsayı = xᵦ = 5\n", contract="pot"),
        Valid("ans = '👩\u200d🔬 ❤️ 👩🏽\u200d🚀 🏳️\u200d🌈'\n", contract="pot"),
        Valid("ans = 'می\u200cخواهم'  # क्\u200dष\n", contract="pot"),
        Valid("ans = 'שלום\u200f!'\n", contract="pot"),
        Valid("\ufeffans = 1\n", contract="pot"),
        Valid("ans = 1\f\n\tif 0 else 2\n".replace("\n\t", " "), contract="pot"),
        Valid("х = 1\nans = х\n", contract="pot"),
    )
    INVALID = (
        Invalid("ans = 1\n# \u202e txet \u202c\nb = 2\n", contract="pot", at=("2:3-2:4",)),
        Invalid("ans = 'a\u200bb'\n", contract="pot", at=("1:9-1:10",)),
        Invalid("ans = 'a\u200db'\n", contract="pot", at=("1:9-1:10",)),
        Invalid("ans = 'a\u200f'\n", contract="pot", at=("1:9-1:10",)),
        Invalid(b"ans = 1\0\n", contract="pot", at=("1:8-1:9",)),
        Invalid("ans = 'a\x1b[2K\x08'\n", contract="pot", at=("1:9-1:10",)),
        Invalid("ans = '\ud83d'\n", contract="pot", at=("1:8-1:9",)),
        Invalid("x = 1\n\ufeffans = x\n", contract="pot", at=("2:1-2:2",)),
        Invalid("\ufeff\ufeffans = 1\n", contract="pot", at=("1:1-1:2",)),
        Invalid("ans = 'a\u2066\u2069\u200b'\n", contract="pot", at=("1:9-1:12",)),
        Invalid("𝐞𝐯𝐚𝐥 = 1\nans = 2\n", contract="pot", at=("1:1-1:5",)),
        Invalid("ans = 1\nаns = 2\n", contract="pot", at=("2:1-2:4",)),
        Invalid("р = 1\np = 2\nans = р\n", contract="pot", at=("1:1-1:2",)),
        Invalid("def solve(q):\n    return llm_mοdel(q, {}), f'{оpt}', 1\n", at=("2:12-2:21", "2:33-2:36")),
        Invalid("ans = ﬁle = 1\n", contract="pot", at=("1:7-1:10",)),
    )

    def check(self, context: TextContext) -> Iterator[Finding]:
        """Yield a finding for every line with hidden characters, and for every confusable name."""
        text = context.source.text
        undecoded = context.source.problem is TextProblem.UNDECODABLE
        by_line: dict[int, list[tuple[Span, str]]] = defaultdict(list)
        for found in hidden_characters(text, undecoded):
            span = Span(found.line, found.column, found.line, found.column + found.length)
            by_line[found.line].append((span, found.message))
        for places in by_line.values():
            yield context.finding(self, *places[0], places[1:_MOST_EVIDENCE])
        if not text.isascii():
            yield from self._confusable(context)

    def _confusable(self, context: TextContext) -> Iterator[Finding]:
        words = set(_words(context))
        names = {word for word, _ in words if word.isascii()}
        known = names.union(keyword.kwlist, BUILTINS, context.contract.helpers, context.contract.solver.factories)
        places: dict[str, list[Span]] = defaultdict(list)
        for word, span in sorted(words, key=lambda found: found[1]):
            if not word.isascii():
                places[word].append(span)
        for word, spans in places.items():
            reading = confusable_reading(word, known)
            if reading is not None:
                is_same = unicodedata.normalize("NFKC", word) == reading
                verb = "is read by Python as" if is_same else "looks like, and is not,"
                message = f"{word!a} {verb} {reading!r}"
                yield context.finding(
                    self, spans[0], message, [(span, "also here") for span in spans[1:_MOST_EVIDENCE]]
                )


def _words(context: TextContext) -> Iterator[tuple[str, Span]]:
    """Names as written: in the code, and inside f-strings."""
    for line, column, word in identifiers(context.source.text):
        yield word, Span(line, column, line, column + len(word))
    if isinstance(context, Context):
        for name in context.facts.index.of(ast.Name):
            span = context.span(name)
            yield context.positions.text(span), span
