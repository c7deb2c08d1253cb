"""Writes parts of a program: it expands productions, and knows which variables there are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from corpus.random_scaffolds import (
    branches,
    composition,
    containers,
    counted_loops,
    effects,
    lasting_loops,
    letters,
    loops,
    protection,
    statements,
    texts,
)
from corpus.random_scaffolds.mood import Mood
from corpus.random_scaffolds.production import HOLE, Production, Table, table

__all__ = ["GRAMMAR", "Frame", "Writer"]

GRAMMAR: Mapping[str, Table] = {
    "quoted": letters.QUOTED,
    "letter": letters.LETTER,
    "letters": letters.LETTERS,
    "config": texts.CONFIGURATION,
    "prompt": texts.PROMPT,
    "reply": texts.REPLY + composition.COMPOSED_REPLIES,
    "text": texts.REPLY,
    "test": texts.TEST,
    "number": texts.NUMBER,
    "small": texts.SMALL,
    "index": texts.INDEX,
    "counts": texts.COUNTS,
    "sequence": texts.SEQUENCE,
    "positive": table("positive", {"2|two": "2", "three": "3", "constant": "LIMIT"}),
    "statement": statements.SIMPLE + statements.LOCAL_FUNCTIONS + branches.BRANCH + protection.PROTECTION,
    "loop": loops.LOOP + counted_loops.COUNTED,
    "lasting": lasting_loops.LASTING,
    "leave": branches.LEAVE,
    "construct": composition.COMPOSITIONS + containers.CONTAINERS + effects.EFFECTS,
}
DEEPEST_BLOCK = 2
DEEPEST_EXPRESSION = 2
READS_AS = {"text": ("text", "letter"), "flag": ("flag",)}
"""Which kinds of variables can be read where a kind is asked for; only that kind where nothing stands here."""


@dataclass(slots=True)
class Frame:
    """One function that is being written."""

    returned: str
    """The template of what it returns."""
    variables: list[tuple[str, str]] = field(default_factory=list)
    """Names with their kinds, as far as they are bound here."""
    loops: int = 0


class Writer:
    """Expands templates into program text; the random source decides everything."""

    def __init__(self, source: random.Random, mood: Mood) -> None:
        self.source = source
        self.mood = mood
        self.used: Counter[str] = Counter()
        """How often each production was chosen."""
        self._frames: list[Frame] = []
        self._names: Counter[str] = Counter()
        self._allowed: dict[tuple[str, bool], Table] = {}
        self._block_depth = 0
        self._expression_depth = 0

    def function(self, returned: str, parameters: list[tuple[str, str]], body: str) -> list[str]:
        """The lines of a function's body: a template in a frame of its own."""
        self._frames.append(Frame(returned, list(parameters)))
        try:
            return self.expand(body)
        finally:
            self._frames.pop()

    def expand(self, template: str) -> list[str]:
        """The lines that a template stands for."""
        labels: dict[str, str] = {}
        passing: list[tuple[str, str]] = []
        lines: list[str] = []
        for line in template.split("\n"):
            lines += self._line(line, labels, passing)
        if self._frames:
            mine = self._frames[-1].variables
            for variable in passing:
                if variable in mine:
                    mine.remove(variable)
        return lines

    def _line(self, line: str, labels: dict[str, str], passing: list[tuple[str, str]]) -> list[str]:
        made: list[tuple[str, str]] = []
        margin = line[: len(line) - len(line.lstrip())]
        whole = HOLE.fullmatch(line.strip())
        if whole is not None and (lines := self._lines_of(whole.group(1))) is not None:
            return [margin + part for part in lines]
        parts, end = [], 0
        for hole in HOLE.finditer(line):
            parts += [line[end : hole.start()], self._text_of(hole.group(1), labels, made, passing)]
            end = hole.end()
        if self._frames:
            self._frames[-1].variables.extend(made)
        return ["".join([*parts, line[end:]])]

    def _lines_of(self, hole: str) -> list[str] | None:
        """The lines of a hole that stands for statements; nothing for another hole."""
        match hole.split(" "):
            case ["block"]:
                return self.block()
            case ["loop", "block"]:
                return self.block(in_loop=True)
            case ["body", kind]:
                return self._inner_body(kind)
            case ["construct"]:
                return self.expand(self._choose("construct"))
            case ["return"]:
                return self.expand("return " + self._frames[-1].returned)
            case ["statements"]:
                return self.statements(self.source.choice((1, 1, 2, 2, 3)))
            case _:
                return None

    def _text_of(
        self, hole: str, labels: dict[str, str], made: list[tuple[str, str]], passing: list[tuple[str, str]]
    ) -> str:
        match hole.split(" "):
            case ["new" | "local" as lifetime, kind, label]:
                assert label not in GRAMMAR, label
                name = labels[label] = self._fresh(label)
                made.append((name, kind))
                if lifetime == "local":
                    passing.append((name, kind))
                return name
            case ["bind", kind, label]:
                labels[label] = self._assignable(kind)
                return labels[label]
            case ["var", kind]:
                return self._readable(kind)
            case ["set", kind]:
                return self._assignable(kind)
            case [label] if label in labels:
                return labels[label]
            case [kind]:
                return self.expression(kind)
            case _:
                raise AssertionError(hole)

    def expression(self, kind: str) -> str:
        """Something of a kind, on one line."""
        self._expression_depth += 1
        try:
            (text,) = self.expand(self._choose(kind, flat=self._expression_depth > DEEPEST_EXPRESSION))
        finally:
            self._expression_depth -= 1
        return text

    def block(self, *, in_loop: bool = False) -> list[str]:
        """One to three statements whose variables nothing outside sees."""
        frame = self._frames[-1]
        before = list(frame.variables)
        self._block_depth += 1
        frame.loops += in_loop
        depth, self._expression_depth = self._expression_depth, min(self._expression_depth + 1, 2)
        lines = self.statements(self.source.choice((1, 1, 2)))
        if in_loop and self.source.random() < 0.3:
            lines += self.expand(self._choose("leave"))
        self._expression_depth = depth
        frame.loops -= in_loop
        self._block_depth -= 1
        frame.variables[:] = before
        return lines

    def statements(self, count: int) -> list[str]:
        """So many statements, one after the other."""
        lines: list[str] = []
        for _ in range(count):
            kind = "statement"
            if self._block_depth < DEEPEST_BLOCK and self.source.random() < 0.28:
                kind = "lasting" if self.source.random() < 0.06 else "loop"
            lines += self.expand(self._choose(kind, flat=self._block_depth >= DEEPEST_BLOCK))
        return lines

    def _inner_body(self, kind: str) -> list[str]:
        """The body of a local function: it reads what is around it, and assigns what is its own."""
        outer = self._frames[-1]
        inner = Frame(f"<{kind}>", [])
        self._frames.append(inner)
        self._block_depth += 1
        inner.variables.extend(variable for variable in outer.variables if variable[1] in ("box", "counts"))
        lines = self.expand("<new text told> = <reply>\n<new letter answer> = <letter>")
        lines += self.statements(self.source.choice((0, 1, 2)))
        lines += self.expand(f"return <{kind}>")
        self._block_depth -= 1
        self._frames.pop()
        return lines

    def _choose(self, kind: str, *, flat: bool = False) -> str:
        found = [one for one in self._candidates(kind, flat=flat) if self._fits(one)]
        found = found or [one for one in GRAMMAR[kind] if self._fits(one) and (one.is_flat or not flat)]
        chosen = self.source.choices(found, [one.weight for one in found])[0]
        self.used[str(chosen)] += 1
        return chosen.template

    def _candidates(self, kind: str, *, flat: bool) -> Table:
        """What the mood allows of a kind, and nothing deep where it must end."""
        key = (kind, flat)
        if key not in self._allowed:
            found = (one for one in GRAMMAR[kind] if self.mood.allows(one) and (one.is_flat or not flat))
            self._allowed[key] = tuple(found)
        return self._allowed[key]

    def _fits(self, production: Production) -> bool:
        """Whether there is a variable for every place that wants one."""
        return all(self._found(kind, assigned=assigned) for kind, assigned in production.asked)

    def _found(self, kind: str, *, assigned: bool) -> list[str]:
        kinds = (kind,) if assigned else READS_AS.get(kind, (kind,))
        found = [name for name, of in self._frames[-1].variables if of in kinds]
        if not assigned and not found:
            found = [name for frame in self._frames[:-1] for name, of in frame.variables if of in kinds]
        return found

    def _readable(self, kind: str) -> str:
        return self.source.choice(self._found(kind, assigned=False))

    def _assignable(self, kind: str) -> str:
        return self.source.choice(self._found(kind, assigned=True))

    def _fresh(self, label: str) -> str:
        self._names[label] += 1
        count = self._names[label]
        return label if count == 1 else f"{label}{count}"
