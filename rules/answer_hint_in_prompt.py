"""CGR205: a prompt singles out an answer."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.answers.answer_hints import AnswerHint
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.positions import Span


class AnswerHintInPrompt(Rule):
    """The text of a prompt singles an option out.

    What it does
        Reads the texts that reach a solver call and reports those that name some letters and not all: "the correct
        answer is B", "an expert chose D", "options A, C and D are wrong", in any language, and also in base64,
        hexadecimal, binary or rot13. Where the words around it assert or deny something, the confidence is high,
        otherwise medium. An answer that is named by its text or its place is found in such words only. Not reported
        are lists of options, ranges, format examples ("answer like B"), conditions, a sentence that is repeated for
        each option, and the answers to other questions in few-shot examples, unless there are three or more and all
        name the same letter. A letter that is a variable with the generator's answer is CGR204.

    Why it matters
        A solver that is told the answer repeats it. The accuracy measured is that of whoever wrote the prompt.

    Example
        ``llm_model(question + " Hint: the correct answer is D.", exp_config)``

    Use instead
        ``llm_model(question + " Reply with a single letter.", exp_config)``

    References
        CGR908 says the same of the prompts of runs. Sharma et al., *Towards Understanding Sycophancy in Language
        Models*, 2023.
    """

    meta = Meta("CGR205", "answer-hint-in-prompt", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(question, exp_config):\n    prompt = question + '\\nReply with A, B, C or D. Answer like B.'\n"
              "    return extract_answer(llm_model(prompt, exp_config)), 'A', 3\n"),
        Valid("SHOTS = 'Q: Which mineral is salt?\\nA. Calcite\\nB. Halite\\nThe correct answer is B.\\n\\n'\n\n"
              "def solve(question, exp_config):\n"
              "    return extract_answer(llm_model(f'{SHOTS}Q: {question}', exp_config)), 'A', 3\n"),
        Valid("def solve(question, exp_config):\n    reply = llm_model(question, exp_config)\n"
              "    if 'the answer is B' in reply:\n        return 'B', 'A', 3\n"
              "    return extract_answer(reply), 'A', 3\n"),
        Valid("def solve(question, exp_config):\n    first = extract_answer(llm_model(question, exp_config))\n"
              "    prompt = f'{question}\\nA student says the correct answer is {first}. Is the answer {first}?'\n"
              "    return extract_answer(llm_model(prompt, exp_config)), 'A', 3\n"),
        Valid("def solve(question, exp_config):\n"
              "    said = {o: llm_model(f'{question}\\nIs {o} right?', exp_config) for o in 'ABCD'}\n"
              "    return next((o for o in said if 'yes' in said[o]), 'X'), 'A', 3\n"),
        Valid("def solve(question, exp_config):\n    gen = 'B'\n"
              "    prompt = f'{question} The correct answer is {gen}.'\n"
              "    return extract_answer(llm_model(prompt, exp_config)), gen, 3\n"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(question, exp_config):\n    prompt = question + '\\nHint: the correct answer is D.'\n"
                "    return extract_answer(llm_model(prompt, exp_config)), 'D', 3\n", at=("2:28-2:57",)),
        Invalid("TEMPLATE = '{q}\\nAn expert chose {e}. Which letter do you choose?'\n\n"
                "def solve(question, exp_config):\n    expert = 'C'\n"
                "    reply = llm_model(TEMPLATE.format(q=question, e=expert), exp_config)\n"
                "    return extract_answer(reply), 'C', 3\n", at=("5:23-5:60",)),
        Invalid("def ask(text, exp_config):\n"
                "    return extract_answer(llm_model(text + ' The answer is carbon dioxide.', exp_config))\n\n"
                "def solve(question, exp_config):\n    return ask(question, exp_config), 'B', 3\n",
                at=("2:46-2:74",)),
        Invalid("def solve(exp_config):\n    prompt = '''Question: Which gas makes dough rise?\nA. Oxygen\n"
                "B. Carbon dioxide\nThe correct option is B.\nReply with a single letter.'''\n"
                "    return extract_answer(llm_model(prompt, exp_config)), 'B', 3\n", at=("5:1-5:24",)),
        Invalid("def solve(question, exp_config):\n    first = extract_answer(llm_model(question, exp_config))\n"
                "    prompt = f'{question}\\nA student says the correct answer is {first}. Is the answer B?'\n"
                "    return extract_answer(llm_model(prompt, exp_config)), 'A', 3\n", at=("3:74-3:89",)),
        Invalid("def solve(question, exp_config):\n    prompt = question + '\\nA, C y D son falsas.'\n"
                "    return extract_answer(llm_model(prompt, exp_config)), 'D', 3\n", at=("2:28-2:36",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every text that singles an option out."""
        for hint in context.answers.hints:
            evidence = [(hint.call, "the solver is called here")] if hint.call is not hint.literal else []
            message = f"the prompt singles out {hint.answer}"
            confidence = Confidence.HIGH if hint.is_asserted else Confidence.MEDIUM
            yield context.finding(self, _claim(context, hint), message, evidence, confidence=confidence)


def _claim(context: Context, hint: AnswerHint) -> ast.AST | Span:
    """The words of the claim where the text is written out; else the whole expression."""
    whole = context.span(hint.literal)
    for number in range(whole.line, whole.end_line + 1):
        line = context.positions.lines[number - 1]
        start = line.find(hint.words, whole.column - 1 if number == whole.line else 0)
        if start >= 0 and isinstance(hint.literal, ast.Constant):
            return Span(number, start + 1, number, start + 1 + len(hint.words))
    return hint.literal
