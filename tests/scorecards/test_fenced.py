"""Programs in Markdown fences: what is taken out, and what is left as it is."""

from __future__ import annotations

import pytest

from cgr_audit.scorecards.fenced import taken_out

ADD = "def f(x):\n    return x + 1\n"
FENCED = f"```python\n{ADD}```"


@pytest.mark.parametrize(
    ("text", "program"),
    [
        (FENCED, ADD),
        (f"```\n{ADD}", ADD),
        (f"~~~py\n{ADD}~~~\n", ADD),
        (f"The function:\n\n{FENCED}\n\nIt adds one.\n", ADD),
        (f"{FENCED}\nUse it:\n```python\nprint(f(1))\n```\n", ADD),
        (FENCED.replace("\n", "\r\n"), ADD.replace("\n", "\r\n")),
        ("```python\nprint(int(input()) + 1)\n```", "print(int(input()) + 1)\n"),
        ("```python\nassert f(1) == 2\nassert f(2) == 3\n```", "assert f(1) == 2\nassert f(2) == 3\n"),
        ("~~~\ndef f():\n    return '''```'''\n~~~", "def f():\n    return '''```'''\n"),
        ("```python\ndef f(x):\n    return f'{x['a']}'\n```", "def f(x):\n    return f'{x['a']}'\n"),
    ],
)
def test_the_one_program_in_fences_is_taken_out(text: str, program: str) -> None:
    assert taken_out([text], jobs=1) == {text: program}


@pytest.mark.parametrize(
    "text",
    [
        ADD,
        "The function:\n\n" + ADD,
        "def f(x):\n    '''\n```\nf(1)\n```\n'''\n    return x\n",
        "def f(x):\n    '''\n```\nf(1)\n```\n'''\n    return f'{x['a']}'\n",
        "```python\ndef f(:\n```",
        "```java\npublic class A {}\n```",
        f"{FENCED}\n```python\ndef g(x):\n    return x\n```",
        "```\nnothing to run\n```",
        "```python\ndef f():\n    return '\ud800'\n```",
    ],
)
def test_what_is_no_fenced_program_or_not_one_alone_is_left(text: str) -> None:
    assert taken_out([text], jobs=1) == {}


def test_without_a_fence_in_any_text_no_child_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cgr_audit.scorecards.fenced.ProcessWorkers", None)
    assert taken_out([ADD, "def f(:"], jobs=1) == {}
