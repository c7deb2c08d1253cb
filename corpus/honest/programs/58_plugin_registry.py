"""Prompt plugins register themselves with a decorator; each registered plugin casts one vote."""
from collections import Counter
from collections.abc import Callable

Prompter = Callable[[str, str], str]
PLUGINS: dict[str, Prompter] = {}


def plugin(name: str) -> Callable[[Prompter], Prompter]:
    def register(function: Prompter) -> Prompter:
        if name in PLUGINS:
            raise KeyError(f"plugin {name!r} exists already")
        PLUGINS[name] = function
        return function

    return register


@plugin("direct")
def direct(question: str, listing: str) -> str:
    return f"{question}\n{listing}\n\nReply with the letter of the right option."


@plugin("teacher")
def teacher(question: str, listing: str) -> str:
    return f"A student asks you:\n{question}\n{listing}\n\nAs a teacher, which letter do you mark as correct?"


@plugin("reviewer")
def reviewer(question: str, listing: str) -> str:
    return (
        "You review exam questions. For the one below, name the letter of the option in the answer key "
        f"that a subject expert would agree with.\n\n{question}\n{listing}"
    )


@plugin("cloze")
def cloze(question: str, listing: str) -> str:
    return f"{question}\n{listing}\n\nThe correct option is letter"


def solve_with_plugins(question: str, options: list[dict[str, str]], exp_config: dict) -> tuple[str, str, int]:
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes: Counter[str] = Counter()
    for name, make_prompt in PLUGINS.items():
        letter = extract_answer(llm_model(make_prompt(question, listing), exp_config))
        if any(letter == o["id"] for o in options):
            votes[letter] += 1
        else:
            print(f"plugin {name}: no option in the reply")
    if not votes:
        return "X", "C", 3
    return votes.most_common(1)[0][0], "C", 3
