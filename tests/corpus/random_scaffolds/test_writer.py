"""Random scaffolds are programs of the contract, the same for the same seed, and use all of the grammar."""

from __future__ import annotations

import ast
import random

from cgr_audit.analysis.facts import resolve_entry
from cgr_audit.source.contract import load_contract
from corpus.random_scaffolds.production import Production, blocks, table
from corpus.random_scaffolds.program import write_scaffold
from corpus.random_scaffolds.pure_flow import STEPS, write_pure_flow
from corpus.random_scaffolds.writer import GRAMMAR


def test_the_same_seed_writes_the_same_program() -> None:
    assert write_scaffold(random.Random(7)).text == write_scaffold(random.Random(7)).text


def test_every_program_has_an_entry_of_the_contract() -> None:
    contract = load_contract("cgr")
    entries = [resolve_entry(ast.parse(write_scaffold(random.Random(seed)).text), contract) for seed in range(60)]
    assert {entry.name if entry else None for entry in entries} == {"solve", "scaffold", "answer_item"}


def test_every_production_is_used() -> None:
    unused = {str(production) for productions in GRAMMAR.values() for production in productions}
    for seed in range(2500):
        if not unused:
            break
        unused -= write_scaffold(random.Random(seed)).productions.keys()
    assert unused == set()


def test_every_step_of_a_pure_flow_is_used() -> None:
    unused = {str(step) for step in STEPS}
    for seed in range(300):
        unused -= write_pure_flow(random.Random(seed)).productions.keys()
    assert unused == set()


def test_a_table_takes_weights_and_names() -> None:
    assert table("letter", {"3|literal": "'A'", "chr": "chr(66)"}) == (
        Production("letter", "literal", "'A'", 3),
        Production("letter", "chr", "chr(66)", 1),
    )


def test_blocks_take_several_lines_and_weights() -> None:
    assert blocks("loop", "\n# for (4)\nfor x in y:\n    <block>\n\n# pass\npass\n") == (
        Production("loop", "for", "for x in y:\n    <block>", 4),
        Production("loop", "pass", "pass", 1),
    )


def test_a_template_that_makes_its_own_names_is_flat() -> None:
    assert Production("statement", "new", "<new letter x> = <var letter>\n<x> += ''", 1).is_flat
    assert not Production("statement", "new", "<new letter x> = <letter>", 1).is_flat
