from itertools import takewhile


def solve_takewhile(question, options, exp_config):
    ids = tuple(o["id"] for o in options)
    sheet = "\n".join((question, *(f"{o['id']}: {o['text']}" for o in options)))
    found = []
    for number in takewhile(lambda _: not found, range(3)):
        letter = extract_answer(llm_model(f"Round {number}\n{sheet}", exp_config))
        if letter in ids:
            found.append(letter)
    return found[0] if found else "X", "A", 2
