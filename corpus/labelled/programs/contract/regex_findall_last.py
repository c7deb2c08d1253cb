import re


def solve_last_match(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\nThink aloud.", exp_config)
    letters = re.findall(r"\(([A-E])\)", reply)
    return (letters[-1] if letters else "X"), "B", 2
