"""Where sorting comes before the pick, the order of a set no longer matters."""

from __future__ import annotations

import pytest

from tests.rules.finding_lines import finding_lines

PICKED = {
    "sorted afterwards": ("def f(v):\n    u = list(set(v))\n    a = u[0]\n    u.sort()\n    return a\n", [3]),
    "sorted in another function": (
        "def g(u):\n    u.sort()\n    return u\ndef f(v):\n    u = list(set(v))\n    return u[0]\n", [6]
    ),
    "sorted in one branch": (
        "def f(v, c):\n    u = list(set(v))\n    if c:\n        u.sort()\n    return u[0]\n", [5]
    ),
    "sorted in the other branch": (
        "def f(v, c):\n    u = list(set(v))\n    if c:\n        u.sort()\n    else:\n        return u[0]\n", [6]
    ),
    "sorted by what ties": ("def f(v):\n    u = list(set(v))\n    u.sort(key=v.count)\n    return u[0]\n", [4]),
    "only looked at": ("def f(v):\n    u = list(set(v))\n    print(u.sort)\n    return u[0]\n", [4]),
    "a slice of the last": ("def f(v):\n    return sorted(set(v), key=v.count)[-1:]\n", [2]),
    "a slice of the first": ("def f(v):\n    return sorted(set(v), key=v.count)[:1]\n", [2]),
    "a slice from nought": ("def f(v):\n    return sorted(set(v), key=v.count)[0:1]\n", [2]),
    "a slice of one before the last": ("def f(v):\n    return sorted(set(v), key=v.count)[-2:-1]\n", [2]),
    "a list that a loop fills": (
        "def f(v):\n    t = []\n    for x in set(v):\n        t.append(x)\n    return t[0]\n", [5]
    ),
}  # fmt: skip
SETTLED = {
    "sorted before": "def f(v):\n    u = list(set(v))\n    u.sort()\n    return u[0]\n",
    "sorted on the same line": "def f(v):\n    u = list(set(v)); u.sort(); return u[0]\n",
    "sorted by what breaks ties": (
        "def f(v):\n    u = list(set(v))\n    u.sort(key=lambda x: (v.count(x), x))\n    return u[0]\n"
    ),
    "sorted in a block around": (
        "def f(v, c):\n    u = list(set(v))\n    u.sort()\n    if c:\n        return u[0]\n    return u[-1]\n"
    ),
    "sorted in the same branch": (
        "def f(v, c):\n    if c:\n        pass\n    else:\n"
        "        u = list(set(v))\n        u.sort()\n        return u[0]\n"
    ),
    "picked in a comprehension": "def f(v):\n    u = list(set(v))\n    u.sort()\n    return [u[0] for _ in v]\n",
    "picked in a function inside": (
        "def f(v):\n    u = list(set(v))\n    u.sort()\n    def g():\n        return u[0]\n    return g()\n"
    ),
    "a slice of several": "def f(v):\n    return sorted(set(v), key=v.count)[:3]\n",
    "a slice of the last two": "def f(v):\n    return sorted(set(v), key=v.count)[-2:]\n",
}


@pytest.mark.parametrize(("source", "lines"), PICKED.values(), ids=PICKED)
def test_the_order_of_a_set_picks(source: str, lines: list[int]) -> None:
    assert finding_lines("CGR405", source) == lines


@pytest.mark.parametrize("source", SETTLED.values(), ids=SETTLED)
def test_the_order_is_settled(source: str) -> None:
    assert finding_lines("CGR405", source) == []
