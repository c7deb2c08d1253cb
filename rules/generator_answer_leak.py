"""CGR204: the generator's own answer is put before the solver."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class GeneratorAnswerLeak(Rule):
    """The generator channel's value reaches a solver prompt.

    What it does
        Follows the definition that fills the generator's channel, and reports programs in which it flows into an
        argument of a solver call: in an f-string, a template, a list of messages, through helpers, closures and
        attributes, as the key that picks an option's text, or as the configuration of a call. A generator channel
        that is filled from a response holds no answer of the generator. Two equal literals are not a flow.

    Why it matters
        Small models repeat what a prompt calls right. The solver's answer is then the generator's, in the solver's
        words, and the comparison of the two channels says nothing.

    Example
        ``llm_model(f"{question} The reference answer is {gen_answer}.", exp_config)``

    Use instead
        Ask about the question and its options alone.

    References
        Sharma et al., *Towards Understanding Sycophancy in Language Models*, 2023.
    """

    meta = Meta("CGR204", "generator-answer-leak", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(question, exp_config):\n    gen = 'B'\n"
              "    return extract_answer(llm_model(f'{question} A or B?', exp_config)), gen, 3\n"),
        Valid("def solve(question, exp_config):\n    letter = 'B'\n"
              "    reply = llm_model(f'{question} Is it {letter}?', exp_config)\n"
              "    return extract_answer(reply), 'B', 3\n"),
        Valid("def solve(question, exp_config):\n    gen = extract_answer(llm_model(question, exp_config))\n"
              "    check = llm_model(f'{question} Proposed answer: {gen}. Right?', exp_config)\n"
              "    return (gen if 'yes' in check else 'X'), gen, 3\n"),
        Valid("LETTERS = ['A', 'B', 'C']\n\ndef solve(question, exp_config):\n"
              "    prompt = question + ' Reply with one of ' + ', '.join(LETTERS)\n"
              "    return extract_answer(llm_model(prompt, exp_config)), LETTERS[1], 3\n"),
        Valid("def solve(question, exp_config):\n    gen = 'B'\n"
              "    answer = extract_answer(llm_model(question, exp_config))\n    print(f'{gen} against {answer}')\n"
              "    return answer, gen, 1 if answer == gen else 5\n"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(question, exp_config):\n    gen = 'B'\n"
                "    reply = llm_model(f'{question} I think it is {gen}.', exp_config)\n"
                "    return extract_answer(reply), gen, 3\n", at=("3:51-3:54",)),
        Invalid("EXPECTED = 'B'\n\ndef ask(text, exp_config):\n    return extract_answer(llm_model(text, exp_config))\n"
                "\ndef solve(question, exp_config):\n    first = ask(question, exp_config)\n"
                "    second = ask(f'{first}? ' + 'Or {}?'.format(EXPECTED), exp_config)\n"
                "    return second, EXPECTED, 3\n", at=("8:49-8:57",)),
        Invalid("def solve(question, options, exp_config):\n    mine = 'B'\n"
                "    text = next(o['text'] for o in options if o['id'] == mine)\n"
                "    reply = llm_model(f'{question} Is it {text}?', exp_config)\n"
                "    return extract_answer(reply), mine, 3\n", at=("3:58-3:62",)),
        Invalid("class Scaffold:\n    gen = 'C'\n\n    def run(self, question, exp_config):\n"
                "        messages = [question]\n        messages.append('Hint: ' + self.gen)\n"
                "        return extract_answer(llm_model('\\n'.join(messages), exp_config)), self.gen, 3\n\n"
                "def solve(question, exp_config):\n    return Scaffold().run(question, exp_config)\n",
                at=("6:36-6:44",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding where any prompt holds the generator's answer."""
        leaks = context.answers.generator_leaks
        if not leaks:
            return
        first = leaks[0]
        where = first.uses[0] if first.uses else first.call
        evidence: list[tuple[ast.AST, str]] = []
        for leak in leaks:
            evidence.append((leak.definition, "the generator's answer is made here"))
            evidence += [(use, "put into the prompt here") for use in leak.uses]
            evidence.append((leak.call, "the solver is called here"))
        shown = dict.fromkeys(step for step in evidence if step[0] is not where and hasattr(step[0], "lineno"))
        yield context.finding(self, where, "the generator's own answer is put before the solver", shown)
