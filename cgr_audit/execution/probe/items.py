"""The items that a program is probed on: its own, one made up where there is none, and counterfactual ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from string import ascii_uppercase

from cgr_audit.execution.probe.reading import ProgramReading
from cgr_audit.records.rows import Item

__all__ = ["another_item", "keyed_items", "reordered_item", "synthetic_item", "telling_items"]

_TEXTS = (
    "the copper kettle", "the garden barrel", "the soup ladle", "the thimble", "the glass carafe", "the tin mug",
    "the wooden trough", "the bronze bowl",
)  # fmt: skip
_USUAL_OPTIONS = 4
_LONGEST_QUESTION = 4000
_FAILURE = "X"
"""The usual value of a failed extraction; like the letters of options no item is known by it."""
_KEYS, _THOROUGH_KEYS = 6, 24
_LENGTHS = range(12, 1000)
"""Of questions: smaller numbers are compared with counts of options, calls and letters."""


def synthetic_item(option_count: int | None, written: Sequence[str] = (), *, in_question: bool = False) -> Item:
    """Stands in where no item is known. Its texts hold no letter by itself, no number, no yes and no no.

    Args:
        option_count: how many options the contract says that items have; four where it does not say.
        written: the texts of the options that a program carries itself, which the item then has.
        in_question: whether the question's text lists the options, for programs that take nothing else.
    """
    texts = written or _TEXTS[: option_count or _USUAL_OPTIONS]
    question = "which of these vessels holds the most water when filled to its rim?"
    if in_question:
        question = "\n".join((question, *map("{}) {}".format, ascii_uppercase, texts)))
    return Item(
        item_id="synthetic",
        dataset="synthetic",
        question=question,
        options=tuple({"id": letter, "text": text} for letter, text in zip(ascii_uppercase, texts, strict=False)),
        correct_ids=("B",) if len(texts) > 1 else (),
    )


def another_item(item: Item) -> Item:
    """An item with the same option ids that differs in everything else: its texts are in reverse."""
    return _other(item, "what about this one?", [option["text"] for option in reversed(item.options)])


def telling_items(item: Item, own: str | None) -> Iterator[Item]:
    """Items that say their answer, in every way that a program could work it out: by a sum, by words, by its letter.

    Args:
        item: with the options' ids.
        own: the program's answer to it; these items have another one.
    """
    place = next((place for place in reversed(range(len(item.options))) if item.option_ids[place] != own), None)
    if place is None:
        return
    sums = ["42" if other == place else f"{7 * other + 3}" for other in range(len(item.options))]
    yield _other(item, "what is the sum of 12 and 30?", sums)
    chosen = item.options[place]
    texts = [option["text"] for option in item.options]
    yield _other(item, f"is it {chosen['text']} or another? Answer: {chosen['id']}", texts)


def _other(item: Item, question: str, texts: Sequence[str | None]) -> Item:
    options = tuple({"id": option["id"], "text": text} for option, text in zip(item.options, texts, strict=True))
    return replace(item, item_id="another", dataset="another", question=question, options=options)


def reordered_item(item: Item) -> Item:
    """The same item with its first option moved to the end: another one is first, last and in the middle."""
    return replace(item, options=(*item.options[1:], *item.options[:1]))


def keyed_items(item: Item, reading: ProgramReading, *, thorough: bool) -> Iterator[Item]:
    """Items that say what a program may look for: all that it compares with in one, some as options, each as a key.

    After these what its patterns match, and questions as long as the numbers that it compares lengths with.
    """
    literals = reading.literals
    told = [text for text in literals.texts if text not in (*item.option_ids, _FAILURE)]
    if told:
        yield replace(item, question=" ".join(told)[:_LONGEST_QUESTION])
    named = (*literals.table_keys, *(text for text in literals.texts if len(text) > 2))
    keys = tuple(dict.fromkeys(text for text in named if len(text) <= _LONGEST_QUESTION))
    if keys and item.options:
        texts = [keys[place] if place < len(keys) else option["text"] for place, option in enumerate(item.options)]
        yield _other(item, item.question or "", texts)
    most = _THOROUGH_KEYS if thorough else _KEYS
    for key in keys[:most]:
        yield replace(item, item_id=key, dataset=key, question=key)
    matching = [wording.naming("A", "1", "A") for wording in reading.wordings]
    if matching:
        yield replace(item, question="\n".join(matching)[:_LONGEST_QUESTION])
    lengths = [int(text) for text in reading.numbers if text.isdigit() and int(text) in _LENGTHS]
    for length in lengths[:most] if reading.measures else ():
        yield replace(item, question=((item.question or "") + " what else?" * length)[:length])
