"""CGR206: the answer is looked up in the program by what the item says."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.audit.constant_text import constant_text
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class AnswerTable(Rule):
    """The answer is looked up in, or chosen by comparing the item with, literals in the program.

    What it does
        Reports answers that the program knows for an item that it recognises: a dictionary by question, id, keyword
        or hash, a list of answers by number, a chain of tests or a ``match`` that compares the item with literals, and
        the option whose text is a literal of the program. Everything that belongs to one table is one finding, at the
        first comparison or lookup. Prompts, strategies and helpers that the item's topic chooses are not answers, and
        turning a reply into an option is not a table.

    Why it matters
        The program holds the solution of its item and returns it when the item comes. The solver is asked, if at all,
        about everything else, and accuracy says how good the table is.

    Example
        ``if "doubles every day" in question: return "D", gen_answer, 3``

    Use instead
        Put what is known about the topic into the prompt and let the solver choose.

    References
        The word *item* in the provenance of a returned value.
    """

    meta = Meta("CGR206", "answer-table", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("HINTS = {'chemistry': 'Think of acids.', 'physics': 'Think of forces.'}\n\n"
              "def solve(question, exp_config):\n    hint = 'Think.'\n    for topic, text in HINTS.items():\n"
              "        if topic in question:\n            hint = text\n"
              "    return extract_answer(llm_model(f'{hint} {question}', exp_config)), 'B', 3\n"),
        Valid("def solve(question, options, exp_config):\n    reply = llm_model(question, exp_config)\n"
              "    table = {'first': 'A', 'second': 'B'}\n    for word, letter in table.items():\n"
              "        if word in reply:\n            return letter, 'A', 3\n    return 'X', 'A', 3\n"),
        Valid("def solve(question, options, exp_config):\n    rounds = 5 if 'not' in question else 3\n"
              "    votes = [extract_answer(llm_model(question, exp_config)) for _ in range(rounds)]\n"
              "    return max(set(votes), key=votes.count), 'A', 3\n"),
        Valid("def solve(question, options, exp_config):\n    reply = llm_model(question, exp_config)\n"
              "    for option in options:\n        if option['text'].lower() in reply.lower():\n"
              "            return option['id'], 'A', 3\n    return 'X', 'A', 3\n"),
        Valid("def solve(options):\n    return max(options, key=lambda o: len(o['text']))['id'], 'A', 3\n"),
    )  # fmt: skip
    INVALID = (
        Invalid("ANSWERS = {'q-1': 'B', 'q-2': 'D'}\n\ndef solve(item, exp_config):\n"
                "    if item['item_id'] in ANSWERS:\n        return ANSWERS[item['item_id']], 'A', 3\n"
                "    return extract_answer(llm_model(item['question'], exp_config)), 'A', 3\n",
                at=("4:8-4:34",)),
        Invalid("def solve(question, exp_config):\n    if 'snail' in question:\n        return 'D', 'A', 3\n"
                "    elif question.startswith('Which gas'):\n        return 'B', 'A', 3\n"
                "    return extract_answer(llm_model(question, exp_config)), 'A', 3\n", at=("2:8-2:27",)),
        Invalid("def solve(question, exp_config):\n    match question.split()[0]:\n        case 'Which':\n"
                "            return 'C', 'A', 3\n        case _:\n"
                "            return extract_answer(llm_model(question, exp_config)), 'A', 3\n", at=("3:14-3:21",)),
        Invalid("import hashlib\n\ndef solve(question, exp_config):\n"
                "    key = hashlib.md5(question.encode()).hexdigest()[:4]\n    known = {'91ab': 'C'}.get(key)\n"
                "    if known is not None:\n        return known, 'A', 3\n"
                "    return extract_answer(llm_model(question, exp_config)), 'A', 3\n", at=("5:13-5:35",)),
        Invalid("def solve(options, exp_config):\n    for option in options:\n"
                "        if option['text'] == 'Carbon dioxide':\n            return option['id'], 'A', 3\n"
                "    return extract_answer(llm_model(str(options), exp_config)), 'A', 3\n", at=("3:12-3:46",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding for every table of answers."""
        for table in context.answers.item_answers.tables:
            if any(flow.returned in context.answers.gold_accesses.returns for flow in table.flows):
                continue
            where = table.choices[0]
            evidence: list[tuple[ast.AST, str]] = [(choice, "compared here too") for choice in table.choices[1:]]
            evidence += [(flow.origin, "an answer") for flow in table.flows if hasattr(flow.origin, "lineno")]
            evidence += [(flow.position, "returned here") for flow in table.flows]
            answers = list(dict.fromkeys(constant_text(flow.constant) for flow in table.flows if flow.is_known))
            shown = f"the answer {' or '.join(answers)}" if 0 < len(answers) < len("ABCDE") else "the answer"
            message = f"{shown} is chosen by comparing the item with what the program holds"
            related = dict.fromkeys(step for step in evidence if step[0] is not where)
            yield context.finding(self, where, message, related)
