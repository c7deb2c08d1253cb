"""Whether a text that is not a Python program is one in another language, so that running it as Python says nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["is_other_language", "is_python_named", "may_be_other_language"]

_NAMES_OF_PYTHON = re.compile(r"(?:c|micro)?py(?:thon|py)?[\s\d.:_-]*", re.IGNORECASE)
_NAMES_OF_OTHERS = frozenset(
    {
        *("c", "h", "cc", "cpp", "cxx", "c++", "hpp", "objc", "objective-c", "cs", "csharp", "c#", "d", "go", "golang"),
        *("java", "kotlin", "kt", "scala", "swift", "dart", "js", "javascript", "jsx", "ts", "typescript", "tsx"),
        *("rs", "rust", "php", "rb", "ruby", "pl", "perl", "lua", "pascal", "fortran", "r", "julia", "jl", "haskell"),
        *("hs", "ocaml", "elixir", "erlang", "clojure", "lisp", "scheme", "sql", "bash", "sh", "shell", "powershell"),
    }
)
_FENCE = re.compile(r"\s*(?:```+|~~~+)[ \t]*([\w+#.-]*)[^`]*")
_LONGEST = 400
"""Longer lines say nothing: patterns take long on them."""

_PYTHON = tuple(
    map(
        re.compile,
        (
            r"\s*(?:async\s+)?(?:def|class|if|elif|else|for|while|try|except|finally|with)\b.*:\s*(?:#.*)?$",
            r"\s*(?:async\s+)?def\s+\w",
            r"\s*elif\b",
            r"\s*from\s+[\w.]+\s+import\b",
            r"\s*import\s+(?!(?:java|javax|kotlin|scala)\.)\w[\w.]*(?:\s+as\s+\w+)?(?:\s*,[^;]*)?\s*$",
            r".*(?:\"\"\"|''')",
        ),
    )
)
"""Lines that only Python has, also where it is broken: heads of blocks, definitions, imports, quotes of three."""

_TYPE = (
    r"(?:void|bool|boolean|char|short|int|long|float|double|auto|string|String|size_t|u?int\d+_t|ll|"
    r"(?:std::)?\w+<[\w:<>,*& ]*>|std::\w+)"
)
_OTHERS = tuple(
    map(
        re.compile,
        (
            # C and C++
            r"\s*#include\s*(?:<[\w./+-]+>|\"[\w./+-]+\.h(?:pp|h)?\")\s*(?://.*)?$",
            r"\s*using\s+namespace\s+\w+\s*;",
            r"\s*(?:(?:static|inline|constexpr|const|virtual|unsigned|signed|extern)\s+)*"
            rf"{_TYPE}(?:\s+{_TYPE})*[\s*&]+[\w:~]+\s*\([^;]*\)[\s\w]*(?:\{{.*)?$",
            r"\s*template\s*<.*>",
            r"\s*typedef\s.*;",
            # Java, C#, and whatever has classes in braces
            r"\s*(?:public|private|protected|internal)\s+[\w<>\[\],?. ]+(?:\([^;]*\)[\w ,]*)?\{?\s*$",
            r"\s*import\s+(?:static\s+)?(?:java|javax|kotlin|scala)\.[\w.*]+\s*;?\s*$",
            r"\s*using\s+[A-Z][\w.]*\s*;\s*$",
            r"\s*(?:\w+\s+){0,3}(?:class|struct|interface|enum|namespace|trait|impl|object)\s+\w+"
            r"(?:\s*(?:<|:|\(|extends|implements|for)\s*.*)?\s*\{\s*$",
            # JavaScript and TypeScript
            r"\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\b[\s*]*\w*\s*\(.*\{",
            r"\s*(?:const|let|var)\s+[\w{\[][^=]*=.*(?:=>.*|[;{])\s*$",
            # Go, Rust, Kotlin, Swift, PHP
            r"package\s+\w[\w.]*\s*;?\s*$",
            r"func\s+(?:\([^)]*\)\s*)?\w+\s*\(.*\{\s*$",
            r"\s*(?:pub(?:\([^)]*\))?\s+)?fn\s+\w+.*\{",
            r"\s*use\s+\w+::.*;",
            r"\s*(?:\w+\s+){0,2}fun\s+[\w.<].*\(.*[{=]",
            r"<\?php\b",
        ),
    )
)
"""Lines with which programs in other languages, and no Python program, begin their parts."""
_ENDED = re.compile(r"[;{}]\s*(?://.*|/\*.*\*/\s*)?$")
"""The end of a line as languages with braces have it."""


def is_python_named(language: str) -> bool:
    """Whether the name of a language, such as ``PyPy 3-64``, names Python."""
    return _NAMES_OF_PYTHON.fullmatch(language.strip()) is not None


def is_other_language(text: str) -> bool:
    """Whether a text that does not compile as Python is clearly a program in another language.

    It has what only such a program has, a function with a brace or an ``#include``, say, or stands in a Markdown fence
    that names the language; and it has nothing that only Python has, so that no Python program that is broken is taken
    for something else. In doubt it is Python.
    """
    code = _Code.of(text)
    if code.has_python:
        return False
    named = any(name.lower() in _NAMES_OF_OTHERS for name in code.named)
    return named or (_any(_OTHERS, code.lines) and any(map(_ENDED.search, code.lines)))


def may_be_other_language(text: str) -> bool:
    """Whether most lines of a text end as those of languages with braces do, and nothing in it is Python's alone.

    That decides only next to a text that clearly is in another language, one of the same model for the same task, say.
    """
    code = _Code.of(text)
    ended = sum(_ENDED.search(line) is not None for line in code.lines)
    return not code.has_python and 2 * ended > len(code.lines)


@dataclass(frozen=True, slots=True)
class _Code:
    """What of a text may be a program."""

    lines: Sequence[str]
    """Those that are neither blank nor longer than lines of programs are."""
    named: Sequence[str]
    """The languages that its fences name."""

    @classmethod
    def of(cls, text: str) -> _Code:
        """What stands in Markdown fences, or all of a text without any."""
        every = [line for line in text.splitlines() if line.strip() and len(line) <= _LONGEST]
        inside: list[str] = []
        named: list[str] = []
        is_open = is_fenced = False
        for line in every:
            fence = _FENCE.fullmatch(line)
            if fence is None:
                inside += [line] if is_open else []
                continue
            is_open, is_fenced = not is_open, True
            named += [fence[1]] if is_open and fence[1] else []
        return cls(inside if is_fenced else every, named)

    @property
    def has_python(self) -> bool:
        """Whether anything in it, or the name of a fence, is Python's alone."""
        return any(map(is_python_named, self.named)) or _any(_PYTHON, self.lines)


def _any(patterns: Sequence[re.Pattern[str]], lines: Sequence[str]) -> bool:
    return any(pattern.match(line) for line in lines for pattern in patterns)
