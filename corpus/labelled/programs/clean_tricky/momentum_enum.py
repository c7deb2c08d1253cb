from enum import Enum


class Phase(Enum):
    READ = "Restate the situation and the unknown."
    WORK = "Write the conservation law and solve it."
    CHOOSE = "Name the option by its letter."


def solve_momentum(question, options, exp_config):
    memory = [question, *(f"{o['id']} = {o['text']}" for o in options)]
    for phase in Phase:
        memory.append(llm_model("\n".join([*memory, phase.value]), exp_config))
    choice = extract_answer(memory[-1])
    return choice if any(choice == o["id"] for o in options) else "X", "D", 4
