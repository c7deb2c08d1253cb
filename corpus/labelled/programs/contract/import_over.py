from operator import itemgetter as extract_answer


def solve_import(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{rows}\nLetter:", exp_config)
    letter = extract_answer(0)(reply or "X")
    return letter if letter in {o["id"] for o in options} else "X", "D", 3
