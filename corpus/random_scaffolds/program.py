"""Whole random scaffolds."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from corpus.random_scaffolds.definitions import assembled
from corpus.random_scaffolds.mood import Mood
from corpus.random_scaffolds.writer import Writer

__all__ = ["Scaffold", "write_scaffold"]

_RETURNED = "<letter>, gen, 2"
_SIGNATURES = (
    "solve(question, options, exp_config)",
    "solve(question, options, exp_config={})",
    "solve(item, question, options, exp_config)",
    "scaffold(question, options, exp_config, **rest)",
    "solve(item, exp_config)",
    "answer_item(*, question, options, exp_config)",
)
_PROLOGUES = (
    "<new text told> = llm_model(question, exp_config)\n<new letter answer> = extract_answer(<told>)\n"
    "<new letters votes> = [<answer>]",
    "<new letters votes> = []\n<new letter answer> = <quoted>\n<new text told> = llm_model(<prompt>, {})",
    "<new text told> = question\n<new letters votes> = []\n<new letter answer> = 'X'",
    "<new text context> = prompt_for(question, options)\n<new letter answer> = <letter>\n"
    "<new letters votes> = <letters>",
)
_EPILOGUES = (
    "return <letter>, gen, 2",
    "return <letter>, gen, 2",
    "return <var letter>, gen, 2",
    "return majority(<var letters>), gen, 2",
    "return Counter(<var letters> or ['X']).most_common(1)[0][0], gen, 2",
    "if not <var letters>:\n    return <quoted>, gen, 1\nreturn <var letters>[-1], gen, 3",
    "if <test>:\n    return <letter>, gen, 1\nreturn <letter>, gen, 3",
    "<new letter final> = <letter>\nif <final> == 'X':\n    <final> = <letter>\nreturn <final>, gen, 2",
    "<new things result> = (<letter>, gen, 2)\nreturn <result>",
    "return [<letter>, gen, 2]",
)
_OFTEN = (
    "<new number n> = <number>", "<new flag ok> = False", "<new box box> = Box(<letter>)",
    "<new counts tallies> = {}", "<construct>",
)  # fmt: skip
_MOODS = (*[Mood.ANY] * 3, Mood.CONSTANT, Mood.ITEM, *[Mood.EXTRACTED] * 3)


@dataclass(frozen=True, slots=True)
class Scaffold:
    """One random program."""

    text: str
    productions: Counter[str]
    """How often each production was used."""
    flows: bool = False
    """Whether the response is known to reach the answer, unchanged and through no test."""


def write_scaffold(source: random.Random) -> Scaffold:
    """A program with an entry that the contract ``cgr`` finds."""
    while True:
        writer = Writer(source, Mood(source.choice(_MOODS)))
        text = assembled(_entry(writer))
        if _compiles(text):
            return Scaffold(text, writer.used)


def _compiles(text: str) -> bool:
    """Whether it is a program; a walrus must not stand in what a comprehension reads from, for example."""
    try:
        compile(text, "<scaffold>", "exec")
    except SyntaxError:
        return False
    return True


def _entry(writer: Writer) -> list[str]:
    source = writer.source
    signature = source.choice(_SIGNATURES)
    lines = ["question, options = item['question'], item['options']"] if "(item, exp" in signature else []
    lines += [f"gen = {writer.expression('quoted')}"]
    body = "\n".join(
        [_prologue(source, writer.mood), *(line for line in _OFTEN if source.random() < 0.4), "<statements>",
         source.choice(_EPILOGUES)]
    )  # fmt: skip
    lines += writer.function(_RETURNED, [], body)
    return [f"def {signature}:", *(f"    {line}" for line in lines)]


def _prologue(source: random.Random, mood: Mood) -> str:
    return source.choice(_PROLOGUES[1:3] if mood in (Mood.CONSTANT, Mood.ITEM) else _PROLOGUES)
