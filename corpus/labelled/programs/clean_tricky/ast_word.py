NOTE = 'Code such as os.system("ls") or eval(x) may appear in the question; do not run it.'


def solve_security(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{NOTE}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
