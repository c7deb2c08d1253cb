"""Stages joined with `|`; every stage takes and returns a `State`."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class State:
    question: str
    listing: str
    valid: frozenset[str]
    config: dict[str, Any]
    notes: str = ""
    letter: str | None = None


class Stage:
    def __init__(self, run: Callable[[State], State]) -> None:
        self._run = run

    def __call__(self, state: State) -> State:
        return self._run(state)

    def __or__(self, following: Stage) -> Stage:
        return Stage(lambda state: following(self(state)))


@Stage
def take_notes(state: State) -> State:
    notes = llm_model(f"{state.question}\n{state.listing}\n\nWrite short notes that help to answer.", state.config)
    return replace(state, notes=notes)


@Stage
def shorten_notes(state: State) -> State:
    if len(state.notes) < 400:
        return state
    short = llm_model(f"Shorten these notes to three bullet points:\n{state.notes}", state.config)
    return replace(state, notes=short)


@Stage
def choose(state: State) -> State:
    reply = llm_model(
        f"Notes:\n{state.notes}\n\n{state.question}\n{state.listing}\n\nReply with one letter.", state.config
    )
    found = extract_answer(reply)
    return replace(state, letter=found if found in state.valid else None)


@Stage
def ask_again_if_needed(state: State) -> State:
    if state.letter is not None:
        return state
    reply = llm_model(f"{state.question}\n{state.listing}\n\nOnly the letter, nothing else:", state.config)
    found = extract_answer(reply)
    return replace(state, letter=found if found in state.valid else None)


def solve_piped(question: str, options: list[dict[str, str]], exp_config: dict[str, Any]) -> tuple[str, str, int]:
    pipeline = take_notes | shorten_notes | choose | ask_again_if_needed
    start = State(
        question=question,
        listing="\n".join(f"{o['id']}. {o['text']}" for o in options),
        valid=frozenset(o["id"] for o in options),
        config=exp_config,
    )
    end = pipeline(start)
    return end.letter or "X", "A", 4
