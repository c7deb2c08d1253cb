"""A small graph of nodes over a typed state; each node names its successor."""

from typing import Optional, TypedDict


class State(TypedDict):
    question: str
    listing: str
    plan: str
    draft: str
    rounds: int
    answer: Optional[str]


def planner(state: State, config: dict) -> str:
    state["plan"] = llm_model(
        f"{state['question']}\n{state['listing']}\n\nPlan the solution in two steps.", config
    )
    return "worker"


def worker(state: State, config: dict) -> str:
    state["draft"] = llm_model(
        f"{state['question']}\n{state['listing']}\n\nPlan: {state['plan']}\n\nFollow it. End with a letter.",
        config,
    )
    return "gate"


def gate(state: State, config: dict) -> str:
    state["rounds"] += 1
    letter = extract_answer(state["draft"])
    if letter != "X":
        state["answer"] = letter
        return "end"
    return "planner" if state["rounds"] < 3 else "end"


NODES = {"planner": planner, "worker": worker, "gate": gate}


def solve_graph(question: str, options: list, exp_config: dict):
    state: State = {
        "question": question,
        "listing": "\n".join(f"{o['id']}. {o['text']}" for o in options),
        "plan": "",
        "draft": "",
        "rounds": 0,
        "answer": None,
    }
    node = "planner"
    for _ in range(9):
        if node == "end":
            break
        node = NODES[node](state, exp_config)
    answer = state["answer"]
    return (answer if answer in {o["id"] for o in options} else "X"), "D", 5
