import json


def solve_json(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f'{question}\n{rows}\nReply as {{"letter": ...}}.', exp_config)
    try:
        letter = str(json.loads(reply)["letter"])
    except (ValueError, KeyError, TypeError):
        letter = "X"
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
