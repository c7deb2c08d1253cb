PROMPT = "Answer ⁦with care⁩ and one letter."


def solve_isolate(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\n{PROMPT}", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
