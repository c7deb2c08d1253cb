import os.path


def solve_exists(question, options, exp_config):
    cached = os.path.exists("cache.txt")
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{cached} {question}\n{menu}\nLetter:", exp_config))
    return (letter if letter in {o["id"] for o in options} else "X"), "A", 2
