"""Plain replies: they hold only words that solvers usually say, words of the item, and words that the prompt asks for.

All other replies are planted: they hold words that the probe took from the program's text. A program whose answer only
planted replies change follows no solver that reads its prompts.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cgr_audit.execution.probe.counterfactual import ERROR_TEXT, LONG_TEXT, PHRASINGS, SILENCE
from cgr_audit.records.rows import Item
from cgr_audit.sandbox.outcome import Run

__all__ = ["is_plain"]

_TOKEN = re.compile(r"[^\W_]+|[^\w\s]+")
_USUAL_SIGNS = re.compile(r"[.,:;!?'\"(){}\[\]*=/-]{1,3}")
_USUAL_WORDS = """
    answer answers option options choice choices choose chosen select selected letter correct right best final result
    conclusion verdict response solution true false yes no incorrect wrong confidence score rating probability reason
    reasoning explanation because likely therefore thus so the is are it this that of to my would be not and or i think
    first second 1 2 3 4 5 6 7 8 9 10 0 01 02 20 30 40 50 60 70 75 80 85 90 95 99 100 json
"""


@lru_cache(maxsize=1)
def _usual_tokens() -> frozenset[str]:
    """Of the words that solvers usually say, and of the probe's own phrasings."""
    return frozenset(_tokens(" ".join((_USUAL_WORDS, SILENCE, ERROR_TEXT, LONG_TEXT, *PHRASINGS))))


def is_plain(run: Run, item: Item) -> bool:
    """Whether every reply of a run is plain.

    Args:
        run: on the item.
        item: what it and the run's prompts say may be said in a reply.
    """
    texts = [item.question or "", *(option["text"] or "" for option in item.options)]
    asked = " ".join([*texts, *(f"{call.prompt} {call.config}" for call in run.calls)]).casefold()
    said = {token for call in run.calls for token in _tokens(call.response or "")}
    return all(_is_usual(token) or token in asked for token in said)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.casefold())


def _is_usual(token: str) -> bool:
    is_letter = len(token) == 1 and token.isascii() and token.isalpha()
    return is_letter or token in _usual_tokens() or _USUAL_SIGNS.fullmatch(token) is not None
