import base64

INTRO = base64.b64decode("QW5zd2VyIHRoZSBxdWVzdGlvbi4=").decode()


def solve_intro(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{INTRO}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 1
