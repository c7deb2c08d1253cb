"""Steps as rows of a table: name, prompt function, what it needs."""

from operator import itemgetter
from typing import Callable, NamedTuple


class Step(NamedTuple):
    name: str
    needs: tuple[str, ...]
    prompt: Callable[..., str]


STEPS = (
    Step("key", ("question",), "Underline the key words of: {}".format),
    Step("meaning", ("key", "question"), "Key words: {}\nSo what does this ask for? {}".format),
    Step("work", ("meaning", "question", "listing"), "It asks: {}\n{}\n{}\nWork it out.".format),
    Step("choice", ("question", "listing", "work"), "{}\n{}\n\n{}\n\nThe letter is".format),
)


def arguments(step, state):
    picked = itemgetter(*step.needs)(state)
    return picked if isinstance(picked, tuple) else (picked,)


def solve_steps(question, options, exp_config):
    state = {"question": question, "listing": "\n".join(f"{o['id']}. {o['text']}" for o in options)}
    for step in STEPS:
        state[step.name] = llm_model(step.prompt(*arguments(step, state)), exp_config)
    answer = extract_answer(state["choice"])
    if answer == "X":
        answer = extract_answer(state["work"])
    return (answer if answer in {o["id"] for o in options} else "X"), "B", 4
