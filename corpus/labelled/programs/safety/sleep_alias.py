from time import sleep as wait


def solve_waits(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    pause = wait
    pause(0.5)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 3
