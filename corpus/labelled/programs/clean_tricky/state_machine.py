from enum import Enum, auto


class State(Enum):
    READ = auto()
    RECALL = auto()
    ARGUE = auto()
    DECIDE = auto()


INSTRUCTIONS = {
    State.READ: "Restate the question.",
    State.RECALL: "Recall what is known about it.",
    State.ARGUE: "Argue for one option.",
    State.DECIDE: "Give the letter.",
}


def solve_machine(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    memory = f"{question}\n{rows}"
    reply = ""
    for state in State:
        reply = llm_model(f"{memory}\n\n{INSTRUCTIONS[state]}", exp_config)
        memory += f"\n[{state.name.lower()}] {reply}"
    letter = extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
