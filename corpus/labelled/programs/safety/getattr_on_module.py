import math


def solve_getattr(question, options, exp_config):
    name = llm_model(f"Which function of Python's math module helps with: {question}", exp_config).strip()
    tool = getattr(math, name, None)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"Use {tool}.\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
