import uuid


def solve_uuid(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [extract_answer(llm_model(f"{n} {question}\n{menu}", exp_config)) for n in range(2)]
    letter = letters[uuid.uuid4().int % 2]
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
