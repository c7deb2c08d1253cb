"""What programs say of the contract that they were written for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cgr_audit.analysis.inference.inference import Inference, infer_contract
from cgr_audit.errors import NothingCollectedError
from cgr_audit.source.collect import collect
from cgr_audit.source.contract import EntryKind, ReturnShape, Supply, parse_contract
from cgr_audit.source.program import Program

ASKS = "    reply = ask_llm(f'{question}')\n"


def inferred(*texts: str, renamed: dict[str, str] | None = None) -> Inference:
    programs = [Program(f"{number}.py", f"{number}.py", text.encode()) for number, text in enumerate(texts)]
    return infer_contract(programs, "mine", "programs/", renamed)


def test_programs_that_return_a_mapping_get_a_contract_that_all_of_them_fit() -> None:
    program = (
        "def first(reply):\n    return reply.strip()[:1]\n"
        "def solve(problem, choices):\n    listed = '\\n'.join(choices)\n"
        "    reply = ask_llm(f'{problem}\\n{listed}', temperature=0)\n"
        "    result = {'reply': reply}\n    result['answer'] = first(reply)\n    return result\n"
        "if __name__ == '__main__':\n    print(solve('?', ['a', 'b']))\n"
    )
    found = inferred(program, program.replace(", temperature=0", ""))
    contract = found.contract
    assert (contract.entry.kind, contract.entry.name) == (EntryKind.FUNCTION, "solve")
    assert contract.entry.supplied == {"problem": Supply.QUESTION, "choices": Supply.OPTION_TEXTS}
    assert (contract.returns.shape, contract.returns.fields) == (ReturnShape.MAPPING, ("answer",))
    assert contract.returns.solver_field == "answer"
    assert contract.solver.functions == {"ask_llm": ("prompt", "temperature=None")}
    assert contract.extraction.functions == {"extract_answer": ("response",)}
    assert str(found.fits) == "2 of 2"
    assert not found.is_built_in


@pytest.mark.parametrize(
    ("use", "supply"),
    [
        ("[o['text'] for o in options]", "options"),
        ("[o.get('id') for i, o in enumerate(options)]", "options"),
        ("options[0]['text']", "options"),
        ("[o.upper() for o in options]", "option_texts"),
        ("', '.join(options)", "option_texts"),
        ("[f'{l}. {o}' for l, o in zip('ABCD', options)]", "option_texts"),
        ("options['A']", "option_mapping"),
        ("[f'{l}. {t}' for l, t in options.items()]", "option_mapping"),
        ("[options[l] for l in options]", "option_mapping"),
        ("len(options)", "options"),
    ],
)
def test_how_programs_use_the_options_says_in_which_form_they_expect_them(use: str, supply: str) -> None:
    found = inferred(f"def solve(question, options):\n    return ask_llm(str({use}))\n")
    assert found.contract.entry.supplied["options"] == supply
    found = inferred(f"def solve(item):\n    options = item['choices']\n    return ask_llm(str({use}))\n")
    assert found.contract.item.fields == {"choices": supply}


@pytest.mark.parametrize(("taken", "supply"), [("options", "entry"), ("item", "item")])
def test_programs_that_show_no_form_of_the_options_do_not_outvote_one_that_does(taken: str, supply: str) -> None:
    read = "options" if supply == "entry" else "item['options']"
    silent = f"def solve(question, {taken}):\n    return ask_llm(question)\n"
    handing_on = f"def solve(question, {taken}):\n    return ask_llm(str({read}))\n"
    shows = f"def solve(question, {taken}):\n    return ask_llm(str([*{read}.items()]))\n"
    found = inferred(silent, shows, handing_on, handing_on)
    given = found.contract.entry.supplied if supply == "entry" else found.contract.item.fields
    assert given["options"] == "option_mapping"


def test_the_names_of_the_items_own_columns_lead_to_the_fields_that_they_became() -> None:
    program = "def solve(row):\n    return ask_llm(row['stimulus'] + row['qid'] + row.get('question'))\n"
    found = inferred(program, renamed={"stimulus": "question"})
    assert found.contract.item.fields == {"stimulus": "question", "qid": "item_id", "question": "question"}
    assert found.contract.entry.supplied == {"row": Supply.ITEM}


@pytest.mark.parametrize(
    ("names", "pattern"),
    [
        (("solve", "solve"), "solve"),
        (("solve_q1", "solve_q2", "solve"), "/^solve\\w*$/"),
        (("answer", "run", "run"), "/^(run|answer)$/"),
    ],
)
def test_the_entry_is_named_as_the_programs_name_it(names: tuple[str, ...], pattern: str) -> None:
    found = inferred(*(f"def {name}(question):\n{ASKS}    return reply\n" for name in names))
    assert found.contract.entry.name == pattern
    assert found.fits.count == len(names)


def test_names_without_anything_in_common_leave_the_last_function_that_no_other_calls() -> None:
    found = inferred(
        *(f"def {'abcdefghijkl'[number] * 3}(question):\n{ASKS}    return reply\n" for number in range(12))
    )
    assert found.contract.entry.name == "/^$/"


def test_a_function_that_tries_the_entry_and_gives_nothing_is_none() -> None:
    program = f"def solve(question):\n{ASKS}    return reply\ndef main():\n    print(solve('?'))\nmain()\n"
    assert inferred(program).contract.entry.name == "solve"


def test_a_helper_is_called_and_never_bound_and_a_slip_of_one_program_is_none() -> None:
    good = "def solve(question):\n    return pick_letter(query_model(question, {}))\n"
    slip = "def solve(question):\n    return pick_letter(query_modell(question))\n"
    found = inferred(*[good] * 11, slip)
    assert found.contract.solver.functions == {"query_model": ("prompt", "setting1")}
    assert found.contract.extraction.functions == {"pick_letter": ("response",)}
    assert "# called, and bound nowhere: query_modell 1" in found.text
    assert str(found.fits) == "11 of 12"


def test_a_helper_of_a_module_that_python_does_not_have_comes_from_that_module() -> None:
    found = inferred(
        "from harness.llm import ask\nimport json\ndef solve(question):\n    return ask(prompt=question)\n"
    )
    assert (found.contract.solver.modules, found.contract.solver.functions) == (("harness.llm",), {"ask": ("prompt",)})


def test_the_fields_of_a_tuple_have_the_names_of_the_variables_that_stand_in_it() -> None:
    found = inferred(f"def solve(question):\n{ASKS}    gen_answer = 'A'\n    return reply, gen_answer, 3\n")
    returns = found.contract.returns
    assert returns.fields == ("reply", "gen_answer", "field3")
    assert (returns.solver_field, returns.generator_field, returns.difficulty_field) == (
        "reply",
        "gen_answer",
        "field3",
    )


def test_a_script_leaves_its_answer_in_the_last_variable() -> None:
    found = inferred("import sympy\nx = 1\nanswer = x + 1\n")
    assert (found.contract.entry.kind, found.contract.returns.variable) == (EntryKind.SCRIPT, "answer")
    assert found.contract.imports.profile == "science"


def test_the_helper_that_is_added_for_direct_answers_has_a_name_that_no_program_binds() -> None:
    own = "def extract_answer(text):\n    return text[:1]\n"
    program = f"def solve(question):\n{ASKS}    return extract_answer(reply)\n"
    assert set(inferred(own + program).contract.extraction.functions) == {"extract_letter"}


def test_variables_that_hold_each_other_are_read_to_an_end() -> None:
    found = inferred(f"def solve(question):\n    a = question\n    b = a\n    a = b\n{ASKS}    return reply\n")
    assert str(found.proposal.counts.read) == "1 of 1"


def test_texts_that_are_no_programs_are_counted_and_alone_give_nothing() -> None:
    assert inferred("def solve(question):\n    return 1\n", "not a program").proposal.counts.read.total == 2
    with pytest.raises(NothingCollectedError, match=r"programs/: none of 1 texts is a Python program"):
        inferred("not a program")


def test_strange_names_still_give_a_contract_that_can_be_read() -> None:
    found = inferred(
        "def sölve(frage, *, wörter=()):\n    return {'ant\"wort': ask_llm(frage), 'x\\ny': 1}\n",
    )
    assert parse_contract(found.text, "mine.toml").returns.fields == ('ant"wort',)


CORPORA = {"demo": "cgr", "adas": "adas", "pot": "pot", "cruxeval": "function"}


@pytest.mark.parametrize("name", CORPORA)
def test_the_built_in_contract_of_published_programs_is_recognised(name: str) -> None:
    corpus = Path(__file__).resolve().parents[3] / "corpus" / "demo"
    if name != "demo":
        default = Path(__file__).resolve().parents[4] / "shared" / "data"
        corpus = Path(os.environ.get("CGR_AUDIT_DATA", default)) / name / "programs.jsonl"
    if not corpus.exists():
        pytest.skip(f"{corpus} is not there")
    programs = [found for found in collect([corpus]) if isinstance(found, Program)]
    found = infer_contract(programs[:: len(programs) // 12], "mine", name)
    assert (found.is_built_in, found.built_in) == (True, CORPORA[name])
