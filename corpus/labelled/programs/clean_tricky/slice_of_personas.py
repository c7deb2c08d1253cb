PERSONAS = ["surgeon", "nurse", "anaesthetist", "porter"]


def solve_slice(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    said = [extract_answer(llm_model(f"As a {persona}: {sheet}", exp_config)) for persona in PERSONAS[1:3]]
    said = [letter for letter in said if letter != "X"]
    return (said[0] if said else "X"), "A", 2
