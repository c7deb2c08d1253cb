from typing import NamedTuple


class Part(NamedTuple):
    name: str
    needs: tuple[str, ...]


SCHEME = (
    Part("grounds", ()),
    Part("warrant", ("grounds",)),
    Part("backing", ("warrant",)),
    Part("rebuttal", ("grounds", "warrant")),
    Part("claim", ("grounds", "warrant", "backing", "rebuttal")),
)


def solve_toulmin(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    made = {}
    for name, needs in SCHEME:
        basis = "\n".join(f"{need}: {made[need]}" for need in needs)
        made[name] = llm_model(f"{question}\n{rows}\n{basis}\nState the {name}.", exp_config)
    letter = extract_answer(made["claim"])
    if letter not in {o["id"] for o in options}:
        letter = extract_answer(llm_model(f"{rows}\nWhich letter does this claim mean? {made['claim']}", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 4
