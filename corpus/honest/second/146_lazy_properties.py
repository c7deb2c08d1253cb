"""Cached properties: every stage is computed when the next one asks for it."""

from functools import cached_property


class Scaffold:
    def __init__(self, question, options, exp_config):
        self.question, self.options, self.exp_config = question, options, exp_config

    def _ask(self, text):
        return llm_model(text, self.exp_config)

    @cached_property
    def listing(self):
        return "\n".join(f"{o['id']}. {o['text']}" for o in self.options)

    @cached_property
    def simplified(self):
        return self._ask(
            f"Rewrite this question so that a twelve-year-old understands it:\n{self.question}"
        )

    @cached_property
    def explained(self):
        return self._ask(
            f"{self.simplified}\n{self.listing}\n\nExplain each option in half a sentence."
        )

    @cached_property
    def letter(self):
        shown = f"{self.question}\n{self.listing}\n\n{self.explained}"
        first = extract_answer(self._ask(f"{shown}\n\nLetter:"))
        if first in self.letters:
            return first
        second = extract_answer(self._ask(f"{shown}\n\nReply with one of {sorted(self.letters)}:"))
        return second if second in self.letters else "X"

    @cached_property
    def letters(self):
        return {o["id"] for o in self.options}


def solve_lazy(question, options, exp_config):
    return Scaffold(question, options, exp_config).letter, "B", 4
