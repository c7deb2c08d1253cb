import re


def without_thoughts(reply):
    return re.sub(r"<think>.*?</think>", " ", reply, flags=re.S)


def solve_thoughts(question, options, exp_config):
    menu = "\n".join(f"{o['id']}: {o['text']}" for o in options)
    reply = llm_model(f"Put your thoughts between <think> and </think>.\n{question}\n{menu}\nLetter:", exp_config)
    letter = extract_answer(without_thoughts(reply))
    return ["X", letter][letter in [o["id"] for o in options]], "C", 2
