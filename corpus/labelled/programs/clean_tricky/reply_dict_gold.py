import json


def solve_gold_key(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f'{question}\n{rows}\nJSON with "gold" (a letter) and "why".', exp_config)
    try:
        parsed = json.loads(reply)
    except ValueError:
        parsed = {}
    text = str(parsed.get("gold", reply)) if isinstance(parsed, dict) else reply
    letter = extract_answer(text)
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
