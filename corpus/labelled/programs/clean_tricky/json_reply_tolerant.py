import json


def field_of(reply, name):
    """A field of a JSON reply as text; the whole reply where it is no JSON object."""
    start, end = reply.find("{"), reply.rfind("}")
    try:
        data = json.loads(reply[start : end + 1])
    except json.JSONDecodeError:
        return reply
    if not isinstance(data, dict):
        return reply
    return str(data.get(name, ""))


def solve_json(question, options, exp_config):
    payload = json.dumps({"question": question, "options": {o["id"]: o["text"] for o in options}})
    ids = [o["id"] for o in options]
    complaint = ""
    for attempt in range(4):
        reply = llm_model(f'{complaint}Input: {payload}\nReply with {{"reason": ..., "answer": <letter>}}', exp_config)
        letter = extract_answer(field_of(reply, "answer"))
        if letter in ids:
            return letter, "B", attempt + 1
        complaint = f"Attempt {attempt + 1} could not be read: {field_of(reply, 'reason')[:200]}\n"
    return "X", "B", 5
