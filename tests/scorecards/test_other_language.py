"""Programs in other languages are told from Python that is broken; in doubt it is Python."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.scorecards.other_language import is_other_language, is_python_named, may_be_other_language

OTHERS = {
    "C++ on one line": "#include <iostream>\nusing namespace std;\nint main(){int n;cin>>n;cout<<2*n;}",
    "C++ that is cut off": "#include <bits/stdc++.h>\n\nint main() {\n  std::cout << 1;\n",
    "a class of C++": "class Solution {\npublic:\n    int f(vector<int>& a) {\n        return 1;\n    }\n};",
    "a function of C++": "vector<int> f(vector<int> a) {\n  return a;\n}",
    "two words of type": "long long f(long long n)\n{\n  return n;\n}",
    "C": "#define N 10\n#include <stdio.h>\nint main(void) {\n  return 0;\n}",
    "a pointer": "int *f(int *a) {\n  return a;\n}",
    "Java": "import java.util.*;\npublic class Main {\n  public static void main(String[] a) {\n  }\n}",
    "a method of Java": "public int f(int a) {\n  return a;\n}",
    "C#": "using System;\nclass P {\n  static void Main() { Console.WriteLine(1); }\n}",
    "JavaScript": "function f(x) {\n  return x + 1;\n}",
    "an arrow": "const f = (x) => {\n  return x;\n};\nconsole.log(f(1));",
    "lines of JavaScript": "let n = parseInt(readline());\nconsole.log(n * 2);",
    "Go": 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println(1)\n}',
    "Rust": 'fn main() {\n    println!("{}", 1);\n}',
    "PHP": "<?php\necho 1;",
    "Kotlin": "import java.util.Scanner\nfun main() {\n    println(readLine()!!.toInt() * 2)\n}",
    "Swift": "func f(_ n: Int) -> Int {\n  return n\n}",
    "a fence that names it": "Here it is:\n```cpp\nx = 3\n```\nDone.",
    "a fence that is not closed": "```java\nSystem.out.println(1);",
    "a fence that names nothing": "So:\n```\nint f(int a) {\n  return a;\n}\n```",
}
BROKEN_PYTHON = {
    "no colon": "def f(n)\n  return n",
    "braces in place of indents": "def f(n) {\n  return n;\n}",
    "a block with braces": "if x > 1 {\n  print(x);\n}",
    "a bracket too few": "n = int(input()\nprint(n);",
    "a dictionary that is not closed": '# include "a.h"\nd = {\n  "a": 1,',
    "a class with braces and methods": "class A {\n  def f(self):\n    return 1;\n}",
    "Python 2": 'print "x";',
    "another program in a text": 'code = """\n#include <iostream>\nint main() {\n}\n"""\nprint(code',
    "another program in a comment": "# int main() {\n# }\nprint(1;",
    "a fence that names Python": "```python\nint main() {\n}\n```",
    "fences of both": "```cpp\nint main() {\n}\n```\n```python\nprint(1\n```",
    "a fence that names another language by mistake": "```c\ndef f(n)\n    return n\n```",
    "imports with semicolons": "import sys;\nprint(1",
    "a word of type": "int x = 3\nstring s = input()",
    "prose": "The function f(x) {does} this;\nlet us see.",
    "a refusal": "I am sorry, I cannot do that.",
    "nothing": "",
}


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS.keys())
def test_what_only_another_language_has_is_one(text: str) -> None:
    assert is_other_language(text)
    assert is_other_language(text.replace("\n", "\r\n"))


@pytest.mark.parametrize("text", BROKEN_PYTHON.values(), ids=BROKEN_PYTHON.keys())
def test_python_that_is_broken_stays_python(text: str) -> None:
    assert not is_other_language(text)


@given(
    st.sampled_from(sorted(text for text in OTHERS.values() if "```" not in text)),
    st.sampled_from(["def f(x):", "    for i in range(3):", "import sys"]),
)
def test_a_line_that_only_python_has_makes_it_python(text: str, line: str) -> None:
    inside = text.replace("\n", f"\n{line}\n", 1)
    assert not is_other_language(inside)
    assert not may_be_other_language(inside)


def test_broken_pieces_of_python_programs_are_never_another_language() -> None:
    """Twenty lines of a program from any of its lines, without the last character: those that do not parse."""
    import cgr_audit

    broken = 0
    for path in sorted(Path(cgr_audit.__file__).parent.rglob("*.py")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for start in range(0, len(lines), 25):
            text = "\n".join(lines[start : start + 20])[:-1]
            if not _parses(text):
                broken += 1
                assert not is_other_language(text), (path, start)
    assert broken > 500


def test_most_lines_must_end_as_those_of_the_others_do() -> None:
    assert may_be_other_language("  std::cout << 1;\n  return 0;\n}")
    assert not may_be_other_language("x = 1;\nprint(x\nprint(y\n")
    assert not may_be_other_language("")


@pytest.mark.parametrize("name", ["python", "Python 3.11", "py", " PYTHON3 ", "PyPy 3-64", "CPython", "python:3"])
def test_python_has_many_names(name: str) -> None:
    assert is_python_named(name)


@pytest.mark.parametrize("name", ["", "cpp", "Java", "PyPI", "pyret", "python-like", "IronPython's"])
def test_other_names_are_those_of_other_languages(name: str) -> None:
    assert not is_python_named(name)


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True
