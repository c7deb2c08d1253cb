from contextlib import nullcontext


def solve_with(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    with nullcontext():
        letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
        if letter in {o["id"] for o in options}:
            return letter, "B", 1
