import json


def solve_json(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f'{question}\n{rows}\nReply as {{"answer": "<letter>"}}.', exp_config)
    try:
        picked = json.loads(reply)["answer"]
    except (ValueError, KeyError, TypeError):
        picked = reply
    letter = extract_answer(str(picked))
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
