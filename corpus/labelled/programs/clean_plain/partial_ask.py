from functools import partial


def solve_partial(question, options, exp_config):
    ask = partial(llm_model, exp_config=exp_config)
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    thoughts = ask(f"Think aloud about: {question}")
    reply = ask(f"{thoughts}\n{question}\n{listing}\nLetter?")
    letter = extract_answer(reply)
    return ("X" if letter not in {o["id"] for o in options} else letter), "B", 1
