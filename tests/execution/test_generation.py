"""Programs asked of a generator: what is asked, what is taken, what is fed back, what is kept, and resuming."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.program_audit import ProgramAudit
from cgr_audit.audit.registry import load_registry
from cgr_audit.errors import NothingCollectedError, UsageError
from cgr_audit.execution.generation.feedback import Feedback
from cgr_audit.execution.generation.order import GenerationOrder
from cgr_audit.execution.generation.prompt import generation_prompt
from cgr_audit.execution.generation.session import GenerationOutcome, generate_package
from cgr_audit.execution.plan import SolverChoice
from cgr_audit.records.json_text import RecordError
from cgr_audit.records.package import TracePackage, open_package
from cgr_audit.records.rows import CallStatus, Item, to_record
from cgr_audit.records.writing import renew_listing, write_items, write_manifest, write_programs, write_solvers
from cgr_audit.solvers.interface import SolverFailure, SolverReply, SolverRequest
from cgr_audit.source.contract import Contract, load_contract, parse_contract
from cgr_audit.source.program import Program

OPTIONS = ({"id": "A", "text": "salt"}, {"id": "B", "text": "sand"}, {"id": "C", "text": "soap"})
GOOD = "def solve(question, exp_config):\n    return extract_answer(llm_model(question, exp_config)), 'A', 5\n"
TWO_VALUES = "def solve(question, exp_config):\n    return extract_answer(llm_model(question, exp_config)), 'A'\n"
LITERAL = "def solve(question, exp_config):\n    llm_model(question, exp_config)\n    return 'A', 'A', 5\n"
FENCED = f"Sure, here it is.\n\n```python\n{GOOD}```\n\nIt asks once."
REGISTRY = load_registry()

Answer = Callable[[SolverRequest], str | SolverReply]


class InThisProcess:
    """Audits where it is called: what children add is tested elsewhere."""

    def __init__(self, feedback: Feedback, contract: Contract) -> None:
        self._rules = [rule for rule in REGISTRY.rules if feedback.covers(rule.meta.code)]
        self._contract = contract

    def map(self, programs: Iterable[Program]) -> Iterator[ProgramAudit]:
        return (audit_program(program, self._contract, self._rules) for program in programs)


def package_of(folder: Path, *items: str, **fields: Any) -> TracePackage:
    write_items(folder, [Item(name, "d", f"What is {name}?", OPTIONS, ("B",), **fields) for name in items])
    write_programs(folder, [])
    write_solvers(folder, {})
    write_manifest(folder, name="asked", contract="cgr", created="2026-01-01")
    return open_package(folder)


def generated(
    package: TracePackage,
    out: Path,
    answer: Answer,
    *,
    contract: str | Contract = "cgr",
    name: str = "writer",
    connections: int = 2,
    **changes: Any,
) -> GenerationOutcome:
    terms = load_contract(contract) if isinstance(contract, str) else contract
    order = GenerationOrder(
        terms,
        SolverChoice(name, answer, name, is_replay=False),
        REGISTRY.digest,
        samples=changes.pop("samples", 1),
        attempts=changes.pop("attempts", 3),
        feedback=changes.get("feedback", Feedback.CONTRACT),
        temperature=changes.pop("temperature", 0.0),
        max_tokens=8192,
        seed=changes.pop("seed", None),
    )
    workers = InThisProcess(changes.pop("feedback", Feedback.CONTRACT), terms)
    return generate_package(package, order, workers, out, connections=connections, **changes)


def generations(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "generations.jsonl").read_text("utf-8").splitlines()]


def in_turn(*answers: str | SolverReply) -> Answer:
    """The answer of each attempt, whatever the item."""
    return lambda request: answers[request.origin.attempt - 1]


class TestThePrompt:
    def test_it_says_all_that_the_contract_wants_and_asks_the_item(self) -> None:
        item = Item("i", "d", "What melts ice?", OPTIONS, ("A",))
        prompt = generation_prompt(load_contract("cgr"), item)
        for said in (
            "Question: What melts ice?\n\nOptions:\nA. salt\nB. sand\nC. soap\n",
            "`^(solve|scaffold|answer)\\w*$`, such as `solve`",
            "`exp_config`: the settings of the run",
            "the tuple `(solverLLM_answer, genLLM_answer, genLLM_difficulty)`",
            "a whole number from 1 to 10",
            "`llm_model(prompt, exp_config)` asks the solver",
            "or 'X' where there is none",
            "At most 10 calls of the solver in one run.",
            "json, keyword, logging, math,",
            "`solverLLM_answer` must follow from the solver's responses",
            "must not be read: `correct`, `correct_ans`,",
        ):
            assert said in prompt
        assert "{" not in prompt.replace('{"id": "A", "text": "..."}', "")

    @pytest.mark.parametrize(
        ("contract", "said"),
        [
            ("adas", "whose name is `forward` and whose first parameter is `self`"),
            ("adas", "`LLMAgentBase(output_fields, agent_name, role, model, temperature)` makes an agent"),
            ("pot", "It leaves the answer (a value of any type) in the variable `ans`."),
            ("pot", "None: there is no model to ask."),
            ("pot", "from sympy import Symbol, simplify, solve"),
        ],
    )
    def test_each_kind_of_contract_is_described(self, contract: str, said: str) -> None:
        assert said in generation_prompt(load_contract(contract), Item("i", "d", "?", (), ("B",)))

    def test_a_template_of_the_contract_is_filled_and_other_braces_stay(self) -> None:
        table = '[generate]\nprompt = "{question}|{options}|{budget}|{json}|{question"\n'
        terms = parse_contract('name = "x"\n[entry]\nkind = "function"\nname = "solve"\n' + table, "x.toml")
        item = Item("i", "d", "Is {options} safe?", OPTIONS[:1], ("A",))
        prompt = generation_prompt(terms, item)
        assert prompt == "Is {options} safe?|A. salt|- None: there is no model to ask.|{json}|{question"

    def test_the_gold_is_in_no_prompt_however_an_item_holds_it(self, tmp_path: Path) -> None:
        """Two packages that differ in nothing but their gold are asked the same, feedback included."""
        asked = []
        for number, gold in enumerate(("A", "C")):
            options = tuple({**one, "correct": one["id"] == gold} for one in OPTIONS)
            extra = {"answerKey": gold, "explanation": f"It is {gold} for sure.", "gold": {"label": gold}}
            folder = tmp_path / str(number)
            write_items(folder, [Item("i", "d", "What melts ice?", options, (gold,), extra=extra)])
            write_programs(folder, [])
            write_solvers(folder, {})
            write_manifest(folder, name="asked", contract="cgr", created="2026-01-01")
            answers = in_turn("No idea, sorry to say.", LITERAL, TWO_VALUES)
            generated(open_package(folder), tmp_path / f"out{number}", answers, feedback=Feedback.ALL)
            asked.append([line["prompt"] for line in generations(tmp_path / f"out{number}")])
        assert len(asked[0]) == 3
        assert asked[0] == asked[1]


class TestWhatIsTaken:
    @pytest.mark.parametrize(
        ("answer", "status"),
        [
            (GOOD, "program"),
            (FENCED, "program"),
            (TWO_VALUES, "program"),
            ("ans = 7\nclass Solver:\n    def solve(self): pass\n", "program"),
            ("The answer is B, because sand does not melt.", "no_program"),
            ("B", "no_program"),
            ("Answer: B", "no_program"),
            ("```python\ndef solve(question:\n    return\n```", "no_program"),
            (f"```python\n{GOOD}```\nor\n```python\n{GOOD.replace('5', '6')}```\n", "several_programs"),
            ("I'm sorry, but I can't help with that.", "refused"),
            ("I cannot write this program.", "refused"),
            ("As an AI, I do not write programs.", "refused"),
            (SolverReply("", status=CallStatus.NO_TEXT, finish_reason="refusal"), "refused"),
            (" \n", "empty"),
            (SolverReply("", status=CallStatus.NO_TEXT), "empty"),
            (SolverReply(GOOD, status=CallStatus.TRUNCATED, finish_reason="length"), "truncated"),
            (SolverReply("", status=CallStatus.FILTERED), "filtered"),
        ],
    )
    def test_every_way_in_which_a_response_ends(self, answer: str | SolverReply, status: str, tmp_path: Path) -> None:
        outcome = generated(package_of(tmp_path / "p", "i"), tmp_path / "out", in_turn(answer), attempts=1)
        (line,) = generations(tmp_path / "out")
        package = open_package(tmp_path / "out")
        assert line["status"] == status
        assert (line["sha256"] is not None) == (status == "program") == (outcome.written == 1)
        assert dict(outcome.statuses) == ({} if status == "program" else {status: 1})
        assert [one.sha256 for one in package.programs] == [line["sha256"]] * outcome.written
        assert len(package.items) == 1

    def test_sorry_before_a_program_is_no_refusal(self, tmp_path: Path) -> None:
        answers = in_turn("Sorry for the wait!\n" + FENCED)
        assert generated(package_of(tmp_path / "p", "i"), tmp_path / "out", answers).written == 1

    def test_a_script_needs_its_variable(self, tmp_path: Path) -> None:
        package = package_of(tmp_path / "p", "i")
        outcome = generated(package, tmp_path / "out", in_turn("B", "x = 1\n", "ans = 2\n"), contract="pot")
        assert (outcome.attempts, outcome.written) == (3, 1)

    def test_the_program_is_the_text_inside_and_names_its_attempt(self, tmp_path: Path) -> None:
        generated(package_of(tmp_path / "p", "i/../x"), tmp_path / "out", in_turn("?", FENCED), name="a/b:c")
        package = open_package(tmp_path / "out")
        (program,) = package.programs
        assert package.program_bytes(program).decode() == GOOD
        assert program.program_id == "a%2Fb%3Ac/d/i%2F..%2Fx.0.py"
        assert program.extra == {"attempt": 2}
        taken = list(package.generations())[1]
        assert (taken.attempt, taken.sha256, taken.response) == (2, program.sha256, FENCED)
        assert program.derived_from is not None

    def test_what_the_service_says_is_kept(self, tmp_path: Path) -> None:
        reply = SolverReply(GOOD, 120, 30, finish_reason="stop", model="writer-2026-02")
        outcome = generated(package_of(tmp_path / "p", "i"), tmp_path / "out", in_turn(reply), temperature=0.5)
        (line,) = generations(tmp_path / "out")
        told = ("model", "finish_reason", "prompt_tokens", "response_tokens", "parameters", "feedback")
        sent = {"temperature": 0.5, "max_tokens": 8192}
        assert [line[name] for name in told] == ["writer-2026-02", "stop", 120, 30, sent, "contract"]
        assert (outcome.prompt_tokens, outcome.response_tokens) == (120, 30)


class TestFeedback:
    def test_contract_shows_the_program_with_faults_of_its_form_and_stops_at_the_first_without(
        self, tmp_path: Path
    ) -> None:
        fenced = f"Here:\n\n```python\n{TWO_VALUES}```\n"
        outcome = generated(package_of(tmp_path / "p", "i"), tmp_path / "out", in_turn(fenced, LITERAL, GOOD))
        first, second = generations(tmp_path / "out")
        said = second["prompt"].removeprefix(first["prompt"].rstrip())
        assert f"```\n{TWO_VALUES}```\n\nWhat is wrong with it:\n- line 2: returns 2 values instead of 3" in said
        assert [(one["code"], one["line"]) for one in second["findings"]] == [("CGR103", 2)]
        assert first["findings"] == []
        assert (outcome.attempts, outcome.with_errors) == (2, 0)

    def test_all_shows_answers_that_are_not_the_solvers_too(self, tmp_path: Path) -> None:
        package = package_of(tmp_path / "p", "i")
        outcome = generated(package, tmp_path / "out", in_turn(LITERAL, GOOD), feedback=Feedback.ALL)
        _, second = generations(tmp_path / "out")
        assert {one["code"] for one in second["findings"]} >= {"CGR201"}
        assert second["feedback"] == "all"
        assert json.loads((tmp_path / "out/config.json").read_text())["feedback"] == "all"
        assert (outcome.attempts, outcome.written) == (2, 1)

    def test_none_asks_the_same_again_only_where_there_is_no_program(self, tmp_path: Path) -> None:
        answers = in_turn("Let me think.", TWO_VALUES, GOOD)
        generated(package_of(tmp_path / "p", "i"), tmp_path / "out", answers, feedback=Feedback.NONE)
        first, second = generations(tmp_path / "out")
        assert first["prompt"] == second["prompt"]
        assert [one["findings"] for one in (first, second)] == [[], []]

    def test_the_last_program_is_kept_where_none_is_without_faults(self, tmp_path: Path) -> None:
        answers = in_turn("Hm.", TWO_VALUES, SolverReply("", status=CallStatus.FILTERED))
        outcome = generated(package_of(tmp_path / "p", "i"), tmp_path / "out", answers)
        (program,) = open_package(tmp_path / "out").programs
        assert program.extra == {"attempt": 2}
        assert (outcome.attempts, outcome.with_errors) == (3, 1)

    def test_a_cut_reply_is_not_shown_again_and_a_fence_in_the_program_stays_inside(self, tmp_path: Path) -> None:
        quoting = TWO_VALUES + 'TEXT = """\n````\n"""\n'
        answers = in_turn(SolverReply("x = [" * 900, status=CallStatus.TRUNCATED), quoting, GOOD)
        generated(package_of(tmp_path / "p", "i"), tmp_path / "out", answers)
        _, second, third = generations(tmp_path / "out")
        assert "x = [" not in second["prompt"]
        assert "cut off because it was too long" in second["prompt"]
        assert f"\n`````\n{quoting}`````\n" in third["prompt"]


class TestThePackage:
    def test_samples_have_programs_and_seeds_of_their_own(self, tmp_path: Path) -> None:
        seeds: list[int] = []

        def answer(request: SolverRequest) -> str:
            seeds.append(request.parameters["seed"])
            return GOOD.replace("5", str(1 + request.parameters["seed"] % 9))

        package = package_of(tmp_path / "p", "i", "j")
        outcome = generated(package, tmp_path / "out", answer, samples=3, seed=0, temperature=0.8)
        again = generated(package, tmp_path / "again", answer, samples=3, seed=0, temperature=0.8)
        assert outcome.written == again.written == 6
        assert len(set(seeds)) == 6
        assert (tmp_path / "out/programs.jsonl").read_bytes() == (tmp_path / "again/programs.jsonl").read_bytes()
        assert sorted(one.key.sample for one in open_package(tmp_path / "out").programs) == [0, 0, 1, 1, 2, 2]

    def test_programs_there_are_stay_and_what_was_asked_for_is_not_asked_again(self, tmp_path: Path) -> None:
        def refuses_j(request: SolverRequest) -> str:
            return "I cannot." if "What is j?" in request.prompt else GOOD

        first = generated(package_of(tmp_path / "p", "i", "j"), tmp_path / "one", refuses_j)
        assert [(key.item_id, status) for key, status in first.missing] == [("j", "refused")]
        asked: list[Any] = []

        def more(request: SolverRequest) -> str:
            asked.append(request.origin.key)
            return GOOD

        second = generated(open_package(tmp_path / "one"), tmp_path / "two", more, samples=2, seed=1, temperature=1.0)
        assert sorted((key.item_id, key.sample) for key in asked) == [("i", 1), ("j", 1)]
        assert (second.kept, second.asked, second.written) == (1, 2, 2)
        third = generated(open_package(tmp_path / "two"), tmp_path / "three", lambda _request: GOOD, name="other")
        package = open_package(tmp_path / "three")
        assert (third.kept, third.written) == (3, 2)
        assert len(package.programs) == 5
        assert len(list(package.generations())) == 1 + 3 + 2 + 2

    def test_its_own_contract_goes_along(self, tmp_path: Path) -> None:
        text = load_contract("cgr").text.replace('name = "cgr"', 'name = "own"')
        (tmp_path / "p").mkdir()
        (tmp_path / "p/own.toml").write_text(text)
        package_of(tmp_path / "p", "i")
        write_manifest(tmp_path / "p", name="asked", contract="own.toml", created=None)
        package = open_package(tmp_path / "p")
        generated(package, tmp_path / "out", in_turn(GOOD), contract=load_contract(package.contract))
        written = open_package(tmp_path / "out")
        assert (written.manifest.contract, Path(written.contract).read_text()) == ("own.toml", text)
        assert written.unlisted == ()
        assert written.consistency.notes == ()

    def test_a_package_without_items_or_questions_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(NothingCollectedError, match=r"items\.jsonl: no items"):
            generated(package_of(tmp_path / "p"), tmp_path / "out", in_turn(GOOD))
        write_items(tmp_path / "q", [Item("i", "d", None, OPTIONS, ("B",))])
        write_programs(tmp_path / "q", [])
        write_solvers(tmp_path / "q", {})
        write_manifest(tmp_path / "q", name="asked", contract="cgr", created=None)
        with pytest.raises(UsageError, match=r"items\.jsonl: 'i' of 'd': its question was left out"):
            generated(open_package(tmp_path / "q"), tmp_path / "out", in_turn(GOOD))
        assert not (tmp_path / "out").exists()

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"status": "fine"}, "/status: "),
            ({"item_id": "z"}, r"/item_id: items.jsonl has no 'z' of 'd'"),
            ({"sha256": "0" * 64}, "/sha256: not the program that 'writer/d/i.0.py' of programs.jsonl is"),
            ({"attempt": 2}, "no attempt 1 of 'writer/d/i.0.py', which programs.jsonl names"),
        ],
    )
    def test_generations_that_do_not_fit_are_refused(
        self, change: Mapping[str, Any], said: str, tmp_path: Path
    ) -> None:
        generated(package_of(tmp_path / "p", "i"), tmp_path / "out", in_turn(GOOD))
        (line,) = generations(tmp_path / "out")
        (tmp_path / "out/generations.jsonl").write_text(json.dumps({**line, **change}) + "\n")
        renew_listing(tmp_path / "out/generations.jsonl")
        with pytest.raises(RecordError) as refused:
            open_package(tmp_path / "out")
        assert said in str(refused.value)
        assert str(tmp_path / "out/generations.jsonl") in str(refused.value)

    def test_an_attempt_that_is_there_twice_is_refused(self, tmp_path: Path) -> None:
        generated(package_of(tmp_path / "p", "i"), tmp_path / "out", in_turn(GOOD))
        path = tmp_path / "out/generations.jsonl"
        path.write_bytes(2 * path.read_bytes())
        renew_listing(path)
        with pytest.raises(RecordError, match=r"generations\.jsonl:2: /attempt: the same dataset, .* as line 1"):
            open_package(tmp_path / "out")

    def test_extra_fields_of_generations_are_carried_along(self, tmp_path: Path) -> None:
        generated(package_of(tmp_path / "p", "i"), tmp_path / "out", in_turn(GOOD))
        (line,) = generations(tmp_path / "out")
        path = tmp_path / "out/generations.jsonl"
        path.write_text(json.dumps({**line, "reviewed": True}) + "\n")
        renew_listing(path)
        (read,) = open_package(tmp_path / "out").generations()
        assert to_record(read) == {**line, "reviewed": True}


class TestResuming:
    def test_what_was_answered_is_not_asked_again_and_the_end_is_the_same(self, tmp_path: Path) -> None:
        names = [f"i{number}" for number in range(12)]
        package = package_of(tmp_path / "p", *names)

        def script(request: SolverRequest) -> str:
            number, attempt = int(request.origin.key.item_id[1:]), request.origin.attempt
            return ("No.", TWO_VALUES, GOOD)[min(2, attempt - 1 + number % 3)]

        whole = generated(package, tmp_path / "whole", script)
        answered: list[tuple[str, int]] = []
        lock = threading.Lock()
        for stops_after in (3, 7, 4, 100):
            begun = len(answered)

            def fragile(request: SolverRequest, begun: int = begun, stops_after: int = stops_after) -> str:
                with lock:
                    if len(answered) - begun >= stops_after:
                        raise SolverFailure("gone")
                    answered.append((request.origin.key.item_id, request.origin.attempt))
                return script(request)

            outcome = generated(package, tmp_path / "out", fragile)
        assert outcome.failures == ()
        assert len(answered) == len(set(answered)) == whole.attempts
        assert unmeasured(tmp_path / "out") == unmeasured(tmp_path / "whole")

    def test_a_fault_of_the_service_is_a_line_of_its_own_and_asked_again(self, tmp_path: Path) -> None:
        package = package_of(tmp_path / "p", "i", "j")

        def half(request: SolverRequest) -> str:
            if request.origin.key.item_id == "j":
                raise SolverFailure("status 500: busy")
            return GOOD

        outcome = generated(package, tmp_path / "out", half)
        assert outcome.failures == ("d/j sample 0, attempt 1: status 500: busy",)
        assert dict(outcome.statuses) == {"failed": 1}
        failed = generations(tmp_path / "out")[1]
        assert (failed["status"], failed["response"], failed["error"]) == ("failed", None, "status 500: busy")
        assert generated(package, tmp_path / "out", lambda _request: GOOD).written == 2
        assert len(open_package(tmp_path / "out").programs) == 2

    def test_another_order_in_the_same_folder_is_refused(self, tmp_path: Path) -> None:
        package = package_of(tmp_path / "p", "i")
        generated(package, tmp_path / "out", in_turn(GOOD))
        with pytest.raises(UsageError, match=r"config\.json: .* \(/feedback differs\); give another --out"):
            generated(package, tmp_path / "out", in_turn(GOOD), feedback=Feedback.NONE)


def unmeasured(folder: Path) -> dict[str, Any]:
    """A package, without what is measured."""
    lines = [{**line, "latency_s": None} for line in generations(folder)]
    names = sorted(path for path in (folder / "programs").rglob("*") if path.is_file())
    programs = {str(path.relative_to(folder)): path.read_bytes() for path in names}
    rest = {name: (folder / name).read_bytes() for name in ("items.jsonl", "programs.jsonl", "config.json")}
    return {"generations": lines, **programs, **rest}
