"""Programs that return mappings: what is read in their text, held against what they do in the sandbox."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgr_audit.analysis.facts import Facts
from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import load_registry
from cgr_audit.execution.paths import channels_of
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.source.contract import parse_contract
from cgr_audit.source.parse import Trees, parse
from cgr_audit.source.program import Program

CONTRACT = parse_contract(
    """
name = "mapping"
[entry]
kind = "function"
name = "solve"
parameters = ["question"]
[returns]
shape = "mapping"
fields = ["answer"]
answer = "letter"
[solver]
functions = { ask_llm = ["prompt"] }
""",
    "mapping.toml",
)
RULES = [rule for rule in load_registry().rules if rule.meta.code in ("CGR103", "CGR104", "CGR201", "CGR202")]
REPLIES = ("B yes", "C no", "")
HEAD = """
import collections, copy, dataclasses, typing
class T(typing.TypedDict):
    answer: str
class N(typing.NamedTuple):
    answer: str
    n: int = 1
P = collections.namedtuple("P", "n answer")
@dataclasses.dataclass
class R:
    answer: str
    n: int = 1
def build(a, **more):
    return {"answer": a, **more}
"""
WAYS = (
    'return {"answer": ANSWER}',
    'return {"n": 1, "answer": ANSWER}',
    "return dict(answer=ANSWER, n=1)",
    'd = {}\nd["answer"] = ANSWER\nreturn d',
    'd = {"answer": None}\nd["answer"] = ANSWER\nreturn d',
    'd = {}\nd["n"] = 1\nd["answer"] = ANSWER\nd["n"] = 2\nreturn d',
    'base = {"answer": "Z", "n": 1}\nreturn {**base, "answer": ANSWER}',
    'base = {"answer": ANSWER}\nreturn {"answer": "Z", **base}',
    "d = {}\nd.update(answer=ANSWER)\nreturn d",
    'd = {}\nd.update({"answer": ANSWER})\nreturn d',
    'd = {}\nd.setdefault("answer", ANSWER)\nreturn d',
    'return dict([("answer", ANSWER)])',
    'return {"n": 1} | {"answer": ANSWER}',
    'd = {"answer": "Z"}\nd |= {"answer": ANSWER}\nreturn d',
    'return dict({"answer": "Z"}, answer=ANSWER)',
    'return dict(**{"answer": ANSWER})',
    "return collections.OrderedDict(answer=ANSWER)",
    'd = collections.defaultdict(str)\nd["answer"] = ANSWER\nreturn d',
    'key = "ans" + "wer"\nreturn {key: ANSWER}',
    'd = {"result": {"answer": ANSWER}}\nreturn d["result"]',
    'd = {"answer": ANSWER}\nreturn d.copy()',
    'd = {"answer": ANSWER}\nreturn dict(d)',
    'd = {"answer": ANSWER}\nreturn copy.deepcopy(d)',
    "return build(ANSWER)",
    "return build(ANSWER, n=2)",
    "return T(answer=ANSWER)",
    "return R(ANSWER)",
    "return R(n=3, answer=ANSWER)",
    'r = R("Z")\nr.answer = ANSWER\nreturn r',
    "return N(ANSWER)",
    "return N(ANSWER, 4)._asdict()",
    "return P(1, ANSWER)",
    'return {"answer": ANSWER} if question else {"answer": ANSWER}',
    'd = {**{"question": question}, "answer": ANSWER}\nreturn d',
    'd = {question: "Z"}\nd["answer"] = ANSWER\nreturn d',
)
ANSWERS = {
    "solver": ("reply[:1] or 'B'", {"B", "C"}),
    "selected": ('"B" if "yes" in reply else "D"', {"B", "D"}),
    "literal": ('"A"', {"A"}),
}
INTERPRETER = Interpreter()
SANDBOX = Sandbox(INTERPRETER, Limits(), CONTRACT)


def program_of(body: str) -> str:
    lines = ["reply = ask_llm(question)", *body.splitlines()]
    return HEAD + "def solve(question):\n" + "".join(f"    {line}\n" for line in lines)


def runs(source: str) -> Iterator[tuple[str | None, str | None]]:
    """The answer under each reply, and why the contract is broken."""
    for reply in REPLIES:
        item = {"question": "Which?", "options": [{"id": letter, "text": letter} for letter in "ABCD"]}
        outcome = SANDBOX.run(source.encode(), item, ConstantSolver(reply), 0).outcome
        assert isinstance(outcome, Completed), (outcome, source)
        yield channels_of(outcome.value, CONTRACT)[0], outcome.contract_broken


def sources_of(source: str) -> set[str]:
    trees = parse(source)
    assert isinstance(trees, Trees)
    return set(Facts(trees.tree, CONTRACT).provenance.answer)


def codes_of(source: str) -> set[str]:
    audit = audit_program(Program("p.py", "p.py", source.encode()), CONTRACT, RULES)
    assert audit.failures == ()
    return {finding.code for finding in audit.findings}


@pytest.mark.parametrize("kind", ANSWERS)
@pytest.mark.parametrize("way", WAYS)
def test_an_answer_in_a_mapping_is_followed_however_the_mapping_is_made(way: str, kind: str) -> None:
    expression, answers = ANSWERS[kind]
    source = program_of(way.replace("ANSWER", f"({expression})"))
    seen = list(runs(source))
    assert ({answer for answer, _ in seen}, {broken for _, broken in seen}) == (answers, {None})
    own = {"solver": {"solver", "fallback"}, "selected": {"selected"}, "literal": {"literal"}}[kind]
    assert sources_of(source) == own
    assert codes_of(source) == {"solver": {"CGR202"}, "selected": set(), "literal": {"CGR201"}}[kind]


LOOSELY_READ = ('return {k: v for k, v in (("answer", ANSWER), ("n", 1))}', "return dataclasses.asdict(R(ANSWER))")


@pytest.mark.parametrize("kind", ANSWERS)
@pytest.mark.parametrize("way", LOOSELY_READ)
def test_where_fields_are_not_told_apart_the_answers_source_is_among_those_read(way: str, kind: str) -> None:
    expression, answers = ANSWERS[kind]
    source = program_of(way.replace("ANSWER", f"({expression})"))
    assert {answer for answer, _ in runs(source)} == answers
    assert kind in sources_of(source)


WRONG = (
    'return {"answers": reply}',
    'd = {}\nd["reply"] = reply\nreturn d',
    "return {}",
    'return {"answer": reply} if question == "?" else {}',
    'd = {"answer": reply}\ndel d["answer"]\nreturn d',
    'd = {"answer": reply}\nd.pop("answer")\nreturn d',
    "return reply",
    "return reply, 1",
    "return [reply]",
    "return N(reply)[:1]",
    "return None",
    "return 5",
    'return {"answer": None}',
    'return {"answer": 5}',
    'return {"answer": [reply]}',
    'return collections.namedtuple("Q", "a b")(reply, 1)',
)


@pytest.mark.parametrize("way", WRONG)
def test_what_is_certainly_no_such_mapping_is_found_and_breaks_the_contract(way: str) -> None:
    source = program_of(way)
    assert None not in {broken for _, broken in runs(source)}
    assert "CGR103" in codes_of(source)


@pytest.mark.parametrize("way", ["pass", "if reply == '?':\n    return {'answer': reply}"])
def test_a_path_without_a_return_is_found(way: str) -> None:
    source = program_of(way)
    assert None not in {broken for _, broken in runs(source)}
    assert "CGR104" in codes_of(source)


UNCERTAIN = (
    'd = {}\nfor letter in question:\n    d = {"answer": "B"}\nreturn d',
    'd = {}\nif question:\n    d["answer"] = "B"\nreturn d',
    'd = None\nfor letter in question:\n    d = {"answer": "B"}\nreturn d',
)


@pytest.mark.parametrize("way", UNCERTAIN)
def test_a_shape_that_is_not_certain_is_not_reported(way: str) -> None:
    source = program_of(way)
    assert {broken for _, broken in runs(source)} == {None}
    assert "CGR103" not in codes_of(source)


VALUES = st.sampled_from(['"A"', '"D"', "(reply[:1] or 'B')", '("B" if "yes" in reply else "D")', "None"])
NAMES = st.sampled_from(["d", "e"])
STEPS = st.one_of(
    st.builds('{}["answer"] = {}'.format, NAMES, VALUES),
    st.builds('{}["n"] = {}'.format, NAMES, VALUES),
    st.builds("{}[reply] = {}".format, NAMES, VALUES),
    st.builds("{}.update(answer={})".format, NAMES, VALUES),
    st.builds('{}.setdefault("answer", {})'.format, NAMES, VALUES),
    st.builds('{}.pop("answer", None)'.format, NAMES),
    st.builds("{} = {{**{}, 'n': {}}}".format, NAMES, NAMES, VALUES),
    st.builds("{} = {{'answer': {}, **{}}}".format, NAMES, VALUES, NAMES),
    st.builds("{} = {} | {}".format, NAMES, NAMES, NAMES),
    st.builds("{} = dict({}, answer={})".format, NAMES, NAMES, VALUES),
    st.builds("{} = {}".format, NAMES, NAMES),
    st.builds('if "yes" in reply:\n    {}["answer"] = {}'.format, NAMES, VALUES),
    st.builds('if not reply:\n    return {{"answer": {}}}'.format, VALUES),
    st.builds('for letter in "BC":\n    {}["answer"] = {}'.format, NAMES, VALUES),
    st.builds(
        'try:\n    {}["answer"] = {}["n"]\nexcept KeyError:\n    {}["answer"] = {}'.format, NAMES, NAMES, NAMES, VALUES
    ),
)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.lists(STEPS, min_size=1, max_size=7), NAMES)
def test_the_reading_of_any_mapping_holds_in_every_run(steps: list[str], returned: str) -> None:
    source = program_of("\n".join(["d = {}", "e = {}", *steps, f"return {returned}"]))
    seen = list(runs(source))
    answers, broken = {answer for answer, _ in seen}, {fault for _, fault in seen}
    said, codes = sources_of(source), codes_of(source)
    if len(answers - {None}) > 1:
        assert said & {"solver", "selected", "unknown"}, (answers, said)
    if said == {"literal"}:
        assert len(answers - {None}) <= 1
    if None in broken:
        assert said, "an answer was given, and none is seen in the text"
    if "CGR103" in codes:
        assert broken != {None}, broken
