"""CGR908: whatever the solver answers, the prompts favour the same option."""

from __future__ import annotations

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, ObservedRule


class ConstantHint(ObservedRule):
    """The prompts of all runs single out the same option.

    What it does
        Reads the prompts of the runs of ``cgr-audit probe``, which differ in what the solver says and in nothing else.
        Reports programs in which a sentence names the same options each time, and not all of them, before any response
        has named them, and does so on an item with other texts too. The list of the options, examples of format,
        answers to other questions, a sentence that is written about one option after the other, and quotes of what
        the solver said are none. Letters are known in any language, also as circled or full-width signs and in base64,
        hexadecimal, binary and rot13; options that are named by their place only in some languages.

    Why it matters
        A solver that is told the answer repeats it. The accuracy measured is that of whoever wrote the prompt.

    Example
        A program that puts ``Gold label -> B`` below the options.

    Use instead
        Show the question and all options, and leave the choice to the solver.

    References
        CGR204 and CGR205 say the same of the program's text.
    """

    meta = Meta("CGR908", "constant-hint", Severity.ERROR, Confidence.MEDIUM, since="0.1.0")
