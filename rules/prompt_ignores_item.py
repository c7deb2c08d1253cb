"""CGR209: the solver is never asked about the item."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.answers.question_texts import carries_question
from cgr_audit.analysis.index import position_of
from cgr_audit.analysis.interpreter.interpreter import PromptRecord
from cgr_audit.analysis.interpreter.values import ITEM, UNKNOWN, Kind
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.contract import ArgumentStyle, EntryKind, Supply


class PromptIgnoresItem(Rule):
    """No solver prompt depends on the item.

    What it does
        Reports programs that take the item and put nothing of it into any prompt, and programs that neither take the
        item nor carry a question's text. Programs written for one item that carry its question as text and take no
        part of the item are as they should be.

    Why it matters
        The solver cannot answer a question that it never sees. Whatever the program returns was not its doing.

    Example
        ``reply = llm_model("Pick a letter from A to D.", exp_config)``

    Use instead
        ``reply = llm_model(f"{question} {listing} Reply with a single letter.", exp_config)``

    References
        The word *item* in the provenance of a value.
    """

    meta = Meta("CGR209", "prompt-ignores-item", Severity.WARNING, Confidence.MEDIUM, since="0.1.0")

    VALID = (
        Valid("def solve(question, exp_config):\n    first = llm_model('What is a base? Explain.', exp_config)\n"
              "    return extract_answer(llm_model(f'{first} {question}', exp_config)), 'A', 3\n"),
        Valid("def solve(exp_config):\n    prompt = 'Which gas makes dough rise?\\nA. Oxygen\\nB. Carbon dioxide\\n'\n"
              "    return extract_answer(llm_model(prompt + 'Reply with a single letter.', exp_config)), 'B', 3\n"),
        Valid("def solve(question, exp_config):\n    kind = 'negated' if 'not' in question else 'plain'\n"
              "    rules = llm_model(f'How is a {kind} question read?', exp_config)\n"
              "    return extract_answer(rules), 'B', 3\n"),
        Valid("def solve(question):\n    return 'B', 'B', 3\n"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(question, options, exp_config):\n"
                "    reply = llm_model('Pick a letter from A to D.', exp_config)\n"
                "    return extract_answer(reply), 'B', 3\n", at=("2:13-2:64",)),
        Invalid("def solve(exp_config):\n"
                "    votes = [llm_model('Reply with a letter.', exp_config) for _ in range(3)]\n"
                "    return extract_answer(votes[0]), 'B', 3\n", at=("2:14-2:59",)),
        Invalid("def ask(text, exp_config):\n    return llm_model(text, exp_config)\n\n"
                "def solve(item, exp_config):\n    thought = ask('Think step by step.', exp_config)\n"
                "    final = ask(thought + ' Which letter?', exp_config)\n"
                "    return extract_answer(final), 'B', 3\n", at=("2:12-2:39",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding where nothing of the item reaches any prompt."""
        facts, entry = context.facts, context.contract.entry
        if entry.kind is EntryKind.SCRIPT or entry.arguments is not ArgumentStyle.NAMED or facts.entry is None:
            return
        prompts = facts.provenance.prompts
        if not prompts or any(_depends(record) for records in prompts.values() for record in records):
            return
        taken = _taken(context)
        if not taken and carries_question(context.facts):
            return
        calls = sorted((call for call in prompts if hasattr(call, "lineno") and _is_asked(call)), key=position_of)
        if not calls:
            return
        first, *others = calls
        evidence: list[tuple[ast.AST, str]] = [(node, "taken, and in no prompt") for node in taken]
        evidence += [(call, "this prompt does not depend on it either") for call in others]
        yield context.finding(self, first, "no prompt depends on the item", evidence)


def _is_asked(call: ast.AST) -> bool:
    """Whether a call has a prompt; one without any argument is wrong in itself (CGR106)."""
    return not isinstance(call, ast.Call) or bool(call.args or call.keywords)


def _depends(record: PromptRecord) -> bool:
    chosen = any(kind in (Kind.ITEM, Kind.UNKNOWN) for _, kind in record.controls.values())
    return chosen or bool(record.taint & (ITEM | UNKNOWN))


def _taken(context: Context) -> list[ast.arg]:
    """The entry's parameters that hold the item or a part of it."""
    assert context.facts.entry is not None
    entry, arguments = context.contract.entry, context.facts.entry.node.args
    names = entry.taking(*(set(Supply) - {Supply.CONFIGURATION}))
    return [one for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs) if one.arg in names]
