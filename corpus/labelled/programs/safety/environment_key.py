import os


def solve_environment(question, options, exp_config):
    mode = os.environ.get("MODE", "plain")
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{mode}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
