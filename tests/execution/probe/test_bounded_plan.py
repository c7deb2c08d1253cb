"""However much a program's text holds: a probe tries no more solvers, responses and items than for a short one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from cgr_audit.execution.probe.items import keyed_items, synthetic_item
from cgr_audit.execution.probe.material import Material
from cgr_audit.execution.probe.plan import plan_solvers
from cgr_audit.execution.probe.reading import ProgramReading, read_program
from cgr_audit.solvers.interface import SolverRequest
from cgr_audit.source.contract import load_contract

HEAD = "import json, re\ndef solve(question, exp_config):\n    reply = llm_model(question, exp_config)\n"
MOST_SOLVERS, MOST_THOROUGH_SOLVERS = 500, 2500
LONGEST_RESPONSE = 150_000
"""Characters: all wordings of a thorough probe at once."""
MANY = 750


class NothingSoFar:
    """Runs in which many calls were made and nothing was answered."""

    most_calls = 64

    def answers(self) -> Mapping[str, str]:
        return {}


def reading(body: str) -> ProgramReading:
    return read_program((HEAD + body + "    return 'A', 'B', 3\n").encode(), load_contract("cgr"))


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize(
    "written",
    [
        lambda: "".join(f"    reply == 'word {number}'\n" for number in range(MANY)),
        lambda: "".join(f"    json.loads(reply)['field_{number}']\n" for number in range(MANY)),
        lambda: "".join(f"    json.loads(reply)['{'f' * 5000}{number}']\n" for number in range(30)),
        lambda: "".join(f"    reply == '{'long ' * 1000}{number}'\n" for number in range(30)),
        lambda: "    T = {" + ", ".join(f"'{'key ' * 1000}{number}': 'A'" for number in range(30)) + "}\n",
        lambda: "".join(f"    re.search('{number} (a{{20}}){{20}} ([A-E])', reply)\n" for number in range(MANY)),
        lambda: "".join(f"    reply == f'{'pick ' * 20}{number} {{question}}'\n" for number in range(MANY)),
        lambda: "".join(f"    reply == f'{'pick ' * 20_000}{number} {{question}}'\n" for number in range(30)),
        lambda: f"    reply == '{'{} and ' * 50_000}'.format(question)\n",
        lambda: "".join(f"    int(reply) == {number}\n    len(reply) < {number}\n" for number in range(MANY)),
    ],
)
def test_solvers_responses_and_items_are_bounded(written: Callable[[], str], thorough: bool) -> None:
    item, read = synthetic_item(5), reading(written())
    solvers = list(plan_solvers(Material(item, read, (), thorough), NothingSoFar()))
    assert len(solvers) < (MOST_THOROUGH_SOLVERS if thorough else MOST_SOLVERS)
    request = SolverRequest("Which?", {}, call_index=0, options=item.option_ids)
    assert max(len(solver.solver(request)) for solver in solvers) < LONGEST_RESPONSE
    items = list(keyed_items(item, read, thorough=thorough))
    assert len(items) < 60
    for one in items:
        assert all(len(text or "") <= 4000 for text in (one.question, *(option["text"] for option in one.options)))
