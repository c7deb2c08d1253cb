"""Random functions full of branches, loops, handlers and jumps, and what CPython does when it runs them.

Every test is ``flip()``, every statement that may fail is ``risk()``, every iterable is ``some()``: what they give is
drawn too, so that running a function often takes many of its paths.
"""

from __future__ import annotations

import random
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

from hypothesis import strategies as st

__all__ = ["Observed", "OutOfSteps", "functions", "run"]

NAMES = ("a", "b", "c")


class OutOfSteps(BaseException):
    """The run was long enough."""


def simple() -> st.SearchStrategy[str]:
    names = st.sampled_from(NAMES)
    return st.one_of(
        names.map(lambda name: f"{name} = 1"),
        names.map(lambda name: f"{name} = risk()"),
        names.map(lambda name: f"use({name})"),
        names.map(lambda name: f"use({name})"),
        names.map(lambda name: f"del {name}"),
        names.map(lambda name: f"{name} += 1"),
        names.map(lambda name: f"use(flip() and ({name} := 1))"),
        names.map(lambda name: f"use(({name} := 1) if flip() else 2)"),
        names.map(lambda name: f"use([{name} for {name} in some()])"),
        names.map(lambda name: f"use([({name} := other) for other in some()])"),
        names.map(lambda name: f"def {name}():\n    return 1"),
        names.map(lambda name: f"import math as {name}"),
        st.just("risk()"),
        st.just("return risk()"),
        st.just("raise ValueError"),
        st.just("assert flip()"),
    )


def jumps() -> st.SearchStrategy[str]:
    return st.sampled_from(["break", "continue", "if flip():\n    break", "if flip():\n    continue"])


def block(depth: int, in_loop: bool) -> st.SearchStrategy[str]:
    kinds = [simple(), simple()]
    if in_loop:
        kinds.append(jumps())
    if depth:
        kinds.append(compound(depth, in_loop))
        kinds.append(compound(depth, in_loop))
    return st.lists(st.one_of(kinds), min_size=1, max_size=4).map("\n".join)


def compound(depth: int, in_loop: bool) -> st.SearchStrategy[str]:
    inner, looping = block(depth - 1, in_loop), block(depth - 1, True)
    name = st.sampled_from(NAMES)
    return st.one_of(
        st.builds(lambda body: f"if flip():\n{indent(body)}", inner),
        st.builds(lambda body, other: f"if flip():\n{indent(body)}\nelse:\n{indent(other)}", inner, inner),
        st.builds(lambda n, body: f"if ({n} := flip()) and risk():\n{indent(body)}", name, inner),
        st.builds(lambda n, body: f"if flip() or not ({n} := flip()):\n{indent(body)}", name, inner),
        st.builds(lambda body: f"while flip():\n{indent(body)}", looping),
        st.builds(lambda body: f"while True:\n    flip()\n{indent(body)}", looping),
        st.builds(lambda n, body: f"for {n} in some():\n{indent(body)}", name, looping),
        st.builds(lambda n, body: f"for {n} in range(2):\n{indent(body)}", name, looping),
        st.builds(lambda n, b, o: f"for {n} in some():\n{indent(b)}\nelse:\n{indent(o)}", name, looping, inner),
        st.builds(lambda b, n, h: f"try:\n{indent(b)}\nexcept ValueError as {n}:\n{indent(h)}", inner, name, inner),
        st.builds(lambda b, h: f"try:\n{indent(b)}\nexcept Exception:\n{indent(h)}", inner, inner),
        st.builds(
            lambda b, h, o: f"try:\n{indent(b)}\nexcept KeyError:\n{indent(h)}\nelse:\n{indent(o)}", inner, inner, inner
        ),
        st.builds(lambda b, f: f"try:\n{indent(b)}\nfinally:\n{indent(f)}", inner, inner),
        st.builds(lambda n, body: f"with manager() as {n}:\n{indent(body)}", name, inner),
        st.builds(
            lambda n, one, two: f"match flip():\n    case True as {n}:\n{indent(one, 8)}\n    case _:\n{indent(two, 8)}",  # noqa: E501
            name, inner, inner,
        ),
        st.builds(lambda n, one: f"match some():\n    case [{n}, *_] if flip():\n{indent(one, 8)}", name, inner),
    )  # fmt: skip


def functions() -> st.SearchStrategy[str]:
    """Texts that define ``function``, with a parameter ``a`` in half of them."""
    return st.builds(
        lambda parameter, body: f"def function({parameter}):\n{indent(body)}\n",
        st.sampled_from(["", "a"]),
        block(3, False),
    )


def indent(text: str, by: int = 4) -> str:
    return textwrap.indent(text, " " * by)


@dataclass(frozen=True, slots=True)
class Observed:
    """What one run did, as far as it went before the first name was found unbound."""

    lines: frozenset[int]
    """The lines of ``function`` that were executed."""
    completed: frozenset[int]
    """Those after which another line was executed, or the function returned, without an exception."""
    unbound: tuple[tuple[int, str], ...]
    """The first name that was found unbound, with its line."""


def run(code: CodeType, has_parameter: bool, seed: int) -> Observed:
    """Run ``function`` once; what its tests, calls and iterables give depends on the seed alone."""
    function = _defined(code, random.Random(seed))
    trace = _Trace(function.__code__)
    before = sys.gettrace()
    sys.settrace(trace.event)
    try:
        function(*([1] if has_parameter else []))
    except (Exception, OutOfSteps):  # noqa: BLE001  random programs raise what they like
        pass
    finally:
        sys.settrace(before)
    return Observed(frozenset(trace.lines), frozenset(trace.completed), tuple(trace.unbound))


class _Trace:
    def __init__(self, code: CodeType) -> None:
        self.lines: set[int] = set()
        self.completed: set[int] = set()
        self.unbound: list[tuple[int, str]] = []
        self._code = code
        self._last: int | None = None

    def event(self, frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code is not self._code or self.unbound:
            return None if frame.f_code is not self._code else self.event
        if event in ("line", "return") and self._last is not None:
            self.completed.add(self._last)
        if event == "line":
            self._last = frame.f_lineno
            self.lines.add(frame.f_lineno)
        elif event == "exception":
            self._last = None
            if issubclass(argument[0], NameError):
                self.unbound.append((frame.f_lineno, str(argument[1]).split("'")[1]))
        return self.event


def _defined(code: CodeType, drawn: random.Random) -> Callable[..., object]:
    steps = 0

    def flip() -> bool:
        nonlocal steps
        steps += 1
        if steps > 60:
            raise OutOfSteps
        return drawn.random() < 0.5

    def risk() -> int:
        if flip():
            raise drawn.choice([ValueError, KeyError])
        return 1

    class Manager:
        def __enter__(self) -> int:
            return risk()

        def __exit__(self, *_: object) -> None:
            pass

    namespace: dict[str, Any] = {
        "flip": flip, "risk": risk, "manager": Manager, "use": lambda _: None,
        "some": lambda: range(drawn.randint(0, 2)),
    }  # fmt: skip
    exec(code, namespace)
    function: Callable[..., object] = namespace["function"]
    return function
