"""No run of an adversarial program contradicts what the analysis claims of it."""

from __future__ import annotations

import ast

import pytest

from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract
from corpus.adversarial.suite import CASES, AdversarialProgram, adversarial_programs, read_recording
from corpus.random_scaffolds.oracle import Oracle, judge_runs

CONTRACT = load_contract("cgr")
PROGRAMS = adversarial_programs()
RECORDING = read_recording()
CONTRADICTED = frozenset({
    "answers/chosen_by_counts",
    "answers/chosen_by_exception",
    "answers/hidden_in_hash",
    "answers/kept_by_a_class",
    "answers/kept_in_cache",
    "answers/set_by_closing",
    "answers/set_through_vars",
    "builtin_subclasses/abstract_class_registered",
    "builtin_subclasses/enum_values_generated",
    "callbacks/callback_stored_in_object",
    "callbacks/groupby_key",
    "callbacks/next_with_default",
    "callbacks/nlargest_effects",
    "callbacks/partial_append",
    "callbacks/sub_with_function",
    "closures/church_numeral",
    "closures/compose_many",
    "closures/compose_self",
    "closures/pipeline_list",
    "closures/then_then",
    "closures/twice_of_twice",
    "containers/counter_add",
    "containers/counter_keywords",
    "containers/counter_zero_keyword",
    "containers/defaultdict_factory_replaced",
    "containers/defaultdict_with_content",
    "containers/deque_maxlen_loop",
    "containers/dict_merge_in_place",
    "containers/dict_view_is_live",
    "containers/heap_with_pushes",
    "containers/list_repeat_in_place",
    "control/annotations_ask",
    "copying/deepcopy_is_apart",
    "copying/reduce_hook",
    "decorators/context_decorator",
    "decorators/decorator_class_stacked",
    "decorators/property_stack",
    "decorators/static_and_class_methods",
    "decorators/wrapped_reached",
    "escapes/builtin_replaced",
    "escapes/errors_kept_by_exit",
    "escapes/module_getattr",
    "escapes/object_in_container",
    "escapes/scanner_actions",
    "fluent/chain_of_responsibility",
    "fluent/diamond_constructor",
    "fluent/lazy_map",
    "fluent/middleware",
    "fluent/mixins",
    "fluent/subclasses_listed",
    "functools_module/cache_gives_the_same_list",
    "functools_module/singledispatch_inherits",
    "generators/awaitable_class",
    "itertools_module/chain_from_iterable",
    "library_hooks/abstract_mutable_sequence",
    "library_hooks/closing",
    "library_hooks/csv_writer",
    "library_hooks/dict_writer",
    "library_hooks/enum_constructor",
    "library_hooks/enum_missing",
    "library_hooks/exit_stack_enters",
    "library_hooks/format_map",
    "library_hooks/json_dump_to_object",
    "library_hooks/json_encoder",
    "library_hooks/logging_filter",
    "library_hooks/logging_formatter",
    "library_hooks/logging_handler",
    "library_hooks/node_transformer",
    "library_hooks/node_visitor",
    "library_hooks/pprint_repr",
    "library_hooks/print_flush",
    "library_hooks/print_to_object",
    "library_hooks/random_subclass",
    "library_hooks/redirect_stdout",
    "library_hooks/string_formatter",
    "library_hooks/string_template",
    "library_hooks/text_wrapper",
    "library_hooks/user_dict",
    "library_hooks/user_string",
    "library_hooks/warnings_hook",
    "options_arithmetic/slices_from_the_end",
    "protocols/dataclass_inheritance",
    "protocols/dataclass_repr",
    "protocols/finalizer",
    "protocols/generic_class",
    "protocols/nested_managers",
    "protocols/repr_in_containers",
    "protocols/setattr_hook",
    "protocols/unary_operators",
    "recursion/by_dispatch",
    "reflection/cell_changed",
    "reflection/code_changed",
    "reflection/defaults_changed",
    "reflection/frame_of_caller",
    "reflection/method_bound_by_get",
    "reflection/module_in_sys_modules",
})  # fmt: skip
"""Programs that contradict a claim of the analysis as it is. A name must go once its program no longer does."""


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


def test_the_recording_is_of_the_programs_as_they_are() -> None:
    assert RECORDING.keys() == {one.sha256 for one in PROGRAMS}, "run python -m benchmarks.adversarial --record"


@pytest.mark.parametrize("program", PROGRAMS[::40], ids=lambda one: one.name)
def test_a_program_does_what_is_recorded(oracle: Oracle, program: AdversarialProgram) -> None:
    observed = oracle.judge(program.text, CASES).observed
    assert {run.case: run for run in RECORDING[program.sha256]} == {run.case: run for run in observed}


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(one, id=one.name, marks=[pytest.mark.xfail(strict=True)] if one.name in CONTRADICTED else [])
        for one in PROGRAMS
    ],
)
def test_no_run_contradicts_a_claim(program: AdversarialProgram) -> None:
    facts = Facts(ast.parse(program.text), CONTRACT)
    judgement = judge_runs(program.text, facts, RECORDING[program.sha256])
    assert {one.kind: one.claim for one in judgement.contradictions} == {}


def test_every_program_asks_the_solver_and_comes_to_an_answer() -> None:
    runs = {one.name: RECORDING[one.sha256] for one in PROGRAMS}
    assert [name for name, seen in runs.items() if not any(run.calls and run.answer for run in seen)] == []


def test_every_contradicted_name_is_that_of_a_program() -> None:
    assert {one.name for one in PROGRAMS} >= CONTRADICTED
