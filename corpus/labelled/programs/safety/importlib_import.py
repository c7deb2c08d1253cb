import importlib


def solve_importlib(question, options, exp_config):
    tools = importlib.import_module("scipy.stats")
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{tools.__name__}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
