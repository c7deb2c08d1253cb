import json


def solve_parsed(question, options, exp_config):
    ids = [o["id"] for o in options]
    shape = '{"letter": "<one of ' + ", ".join(ids) + '>"}'
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    for attempt in range(1, 4):
        reply = llm_model(f"{question}\n{rows}\nReply as JSON {shape}. Attempt {attempt}.", exp_config)
        try:
            parsed = json.loads(reply)
            text = parsed["letter"]
        except (json.JSONDecodeError, KeyError, TypeError, IndexError):
            text = reply
        else:
            if not isinstance(text, str):
                continue
        letter = extract_answer(text)
        if letter in ids:
            return letter, "C", attempt
    return "X", "C", 5
