"""Check units and orders of magnitude before choosing."""

from types import SimpleNamespace


def survey(question, exp_config):
    found = SimpleNamespace(units="", size="")
    found.units = llm_model(
        f"{question}\n\nIn what unit, or kind of thing, is the answer given?", exp_config
    )
    found.size = llm_model(
        f"{question}\n\nRoughly how large is the answer? One short sentence.", exp_config
    )
    return found


def fits(option, found, exp_config):
    reply = llm_model(
        f"Expected kind: {found.units}\nExpected size: {found.size}\nCandidate: {option['text']}\n\n"
        "Is this plausible? Begin with yes or no.",
        exp_config,
    )
    return not reply.strip().lower().startswith("no")


def solve_units(question, options, exp_config):
    found = survey(question, exp_config)
    plausible = [option for option in options if fits(option, found, exp_config)]
    pool = plausible if plausible else options
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in pool)
    reply = llm_model(
        f"{question}\n{listing}\n\n{found.units}\n{found.size}\n\nOne letter:", exp_config
    )
    letter = extract_answer(reply)
    return (letter if letter in [o["id"] for o in pool] else "X"), "C", 5
