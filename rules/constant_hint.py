"""CGR908: the prompts favour the same option, whatever the solver answers."""

from __future__ import annotations

from cgr_audit.audit.finding import Confidence, Severity
from cgr_audit.audit.rule import Meta, ObservedRule


class ConstantHint(ObservedRule):
    """The prompts of all runs single out the same option.

    What it does
        Reads the prompts of the runs of ``cgr-audit probe``, which differ only in what the solver says. Reports
        programs in which a sentence always names the same options, and not all of them, before any response has named
        them, also on an item with other texts. Not reported are the list of options, examples of format, answers to
        other questions, a sentence that is repeated for each option, and quotes of responses. Letters are found in any
        language, also circled or in full width, and in base64, hexadecimal, binary and rot13; options that are named
        by their place are found in some languages only.

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
