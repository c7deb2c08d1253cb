"""Contracts: the built-in ones, files of anyone's, and what is wrong with a file, in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.source.contract import ReturnShape, built_in_contracts, built_in_text, load_contract
from cgr_audit.source.profiles import HELD_BESIDE, SCIENCE, STANDARD

SMALLEST = '[entry]\nkind = "function"\nname = "f"\n'


def write(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_four_contracts_are_built_in() -> None:
    assert built_in_contracts() == ("adas", "cgr", "function", "pot")


def test_the_cgr_contract_says_what_the_published_experiments_did() -> None:
    contract = load_contract("cgr")
    assert contract.entry.parameters == ("item", "question", "options", "exp_config")
    assert contract.returns.fields == ("solverLLM_answer", "genLLM_answer", "genLLM_difficulty")
    assert contract.returns.shape is ReturnShape.TUPLE
    assert contract.helpers == {"llm_model": ("prompt", "exp_config"), "extract_answer": ("response",)}
    assert (contract.solver.budget, contract.solver.cap, contract.attempts.max) == (10, 100, 3)
    assert contract.extraction.failure_value == "X"
    assert contract.imports.allowed == tuple(sorted((*STANDARD, *HELD_BESIDE)))


def test_what_a_file_leaves_out_takes_its_default_before_the_digest_is_made(tmp_path: Path) -> None:
    short = load_contract(write(tmp_path, f'name = "x"\n{SMALLEST}'))
    long = load_contract(
        write(
            tmp_path,
            f'name = "x"\n{SMALLEST}arguments = "named"\n[solver]\ncap = 100\n[imports]\nprofile = "standard"\n',
        )
    )
    other = load_contract(write(tmp_path, f'name = "x"\n{SMALLEST}[solver]\ncap = 99\n'))
    assert short.digest == long.digest
    assert short.digest != other.digest


def test_the_science_profile_allows_its_modules(tmp_path: Path) -> None:
    contract = load_contract(write(tmp_path, f'name = "x"\n{SMALLEST}[imports]\nprofile = "science"\n'))
    assert contract.imports.allowed == tuple(sorted((*SCIENCE, *HELD_BESIDE)))


def test_what_every_profile_holds_and_is_harmless_is_allowed() -> None:
    allowed = load_contract("cgr").imports.allowed
    assert {"ast", "queue", "sys"} < set(allowed)
    assert not {"os", "inspect", "pickle", "threading", "asyncio"} & set(allowed)


def test_a_printed_contract_is_the_contract(tmp_path: Path) -> None:
    for name in built_in_contracts():
        assert load_contract(write(tmp_path, built_in_text(name))).digest == load_contract(name).digest


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name = ", "not valid TOML: Invalid value (at end of document)"),
        (SMALLEST, "/: the field 'name' is missing; add it"),
        (
            'name = "x"\n[entry]\nkind = "module"\n',
            "/entry/kind: 'function', 'method' or 'script' is expected, not the text 'module'",
        ),
        ('name = "x"\n[entry]\nkind = "function"\n', "/entry/name: needed because kind is 'function'"),
        ('name = "x"\n[entry]\nkind = "function"\nname = "/(/"\n', "/entry/name: not a regular expression: "),
        (f'name = "x"\n{SMALLEST}[solver]\nbudget = -1\n', "/solver/budget: -1 is too small; the smallest is 0"),
        (
            f'name = "x"\n{SMALLEST}[solver]\nbudget = {"9" * 400}\n',
            f"/solver/budget: {'9' * 57}... is too large; the largest is 9223372036854775807",
        ),
        (f'name = "{"x" * 1_001}"\n{SMALLEST}', "/name: it has 1,001 characters; give at most 1,000"),
        (f'name = "x"\n{SMALLEST}[solver]\nfactories = {"[" * 50_000}\n', "not TOML that can be read: arrays or tab"),
        (
            'name = "x"\n[entry]\nkind = "function"\nname = "/a{9999999999999999999999}/"\n',
            "/entry/name: not a regular",
        ),
        (
            f'name = "x"\n[entry]\nkind = "function"\nname = "/{"(" * 5_000}a{")" * 5_000}/"\n',
            "/entry/name: not a regular expression: ",
        ),
        (f'name = "x"\n{SMALLEST}[solvers]\n', "/: the field 'solvers' is unknown here; did you mean 'solver'?"),
        (
            f'name = "x"\n{SMALLEST}[imports]\nprofile = "all"\n',
            "/imports/profile: no profile 'all'; there are science, standard",
        ),
        (
            f'name = "x"\n{SMALLEST}[returns]\nshape = "variable"\n',
            '/returns/variable: needed because shape is "variable"',
        ),
        (
            f'name = "x"\n{SMALLEST}[returns]\nshape = "tuple"\nfields = ["a"]\nsolver_field = "b"\n',
            "/returns/solver_field: 'b' is not among the fields ['a']",
        ),
        (
            f'name = "x"\n{SMALLEST}[returns]\nshape = "tuple"\nfields = ["a"]\ndifficulty_field = "b"\n',
            "/returns/difficulty_field: 'b' is not among the fields ['a']",
        ),
        (
            f'name = "x"\n{SMALLEST}[returns]\ndifficulty_range = [5, 1]\n',
            "/returns/difficulty_range: [5, 1] holds no number",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_the_key_and_the_reason(tmp_path: Path, text: str, reason: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(UsageError) as raised:
        load_contract(path)
    assert str(raised.value).startswith(f"{path}: {reason}")
    assert "\n" not in str(raised.value)


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UsageError, match=r"no contract named 'cgrr', and no such file; did you mean 'cgr'\?"):
        load_contract("cgrr")
