"""The languages that CodeBLEU reads: their keywords, and the syntax that defines variables, branches and repeats."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from cgr_audit.scorecards.codemind.language import Language, language_named

__all__ = ["COMES_FROM", "COMPUTED_FROM", "CPP", "JAVA", "PYTHON", "Definition", "Grammar", "grammar_named"]

COMES_FROM = "comesFrom"
COMPUTED_FROM = "computedFrom"

Definition = tuple[str, str, str]
"""The field with what is defined, the field with what it is defined from, and the relation of the two."""


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """One language; nodes are named by their types in its tree-sitter grammar."""

    package: str
    """Of the grammar, as it is imported."""
    keywords: frozenset[str]
    definitions: Mapping[str, Definition]
    """By type of node: assignments, declarations with a value, parameters with a default, loops over a value."""
    loops: frozenset[str]
    """Read twice, so that what the end of a round defines reaches the start of the next."""
    updates: frozenset[str] = frozenset({"update_expression"})
    """What changes a variable in place, such as ``i++``."""
    first: frozenset[str] = field(default_factory=frozenset)
    """Nodes that are read before those that stand in front of them."""


_JAVA_WORDS = (
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends "
    "false final finally float for goto if implements import instanceof int interface long native new null package "
    "private protected public return short static strictfp super switch synchronized this throw throws transient "
    "true try void volatile while"
)
_CPP_WORDS = (
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class "
    "co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype "
    "default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline "
    "int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public "
    "register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch "
    "template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile "
    "wchar_t while xor xor_eq"
)

PYTHON = Grammar(
    "tree_sitter_python",
    frozenset({*keyword.kwlist, "match", "case", "type"}),
    MappingProxyType(
        {
            "assignment": ("left", "right", COMPUTED_FROM),
            "augmented_assignment": ("left", "right", COMPUTED_FROM),
            "for_in_clause": ("left", "right", COMPUTED_FROM),
            "for_statement": ("left", "right", COMPUTED_FROM),
            "named_expression": ("name", "value", COMPUTED_FROM),
            "default_parameter": ("name", "value", COMES_FROM),
            "typed_default_parameter": ("name", "value", COMES_FROM),
        }
    ),
    frozenset({"for_statement", "while_statement"}),
    first=frozenset({"for_in_clause"}),
)
JAVA = Grammar(
    "tree_sitter_java",
    frozenset(_JAVA_WORDS.split()),
    MappingProxyType(
        {
            "assignment_expression": ("left", "right", COMPUTED_FROM),
            "enhanced_for_statement": ("name", "value", COMPUTED_FROM),
            "variable_declarator": ("name", "value", COMES_FROM),
        }
    ),
    frozenset({"for_statement", "enhanced_for_statement", "while_statement", "do_statement"}),
)
CPP = Grammar(
    "tree_sitter_cpp",
    frozenset(_CPP_WORDS.split()),
    MappingProxyType(
        {
            "assignment_expression": ("left", "right", COMPUTED_FROM),
            "for_range_loop": ("declarator", "right", COMPUTED_FROM),
            "init_declarator": ("declarator", "value", COMES_FROM),
            "optional_parameter_declaration": ("declarator", "default_value", COMES_FROM),
        }
    ),
    frozenset({"for_statement", "for_range_loop", "while_statement", "do_statement"}),
)

_CPP_NAMED = re.compile(r"(?:(?:gnu|ms|clang|g)\s*)?(?:c\+\+|cpp|cxx|cc|g\+\+)[\s(]*\w*\)?", re.IGNORECASE)


def grammar_named(language: str | None) -> Grammar | None:
    """The grammar of a language as rows name it: ``Java 17``, ``GNU C++20``; Python where it has no name."""
    name = (language or "").strip()
    known = Language.PYTHON if not name else language_named(name)
    if known is not None:
        return PYTHON if known is Language.PYTHON else JAVA
    return CPP if _CPP_NAMED.fullmatch(name) else None
