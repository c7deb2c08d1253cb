import json


def solve_dump(question, options, exp_config):
    request = json.dumps({"question": question, "options": {o["id"]: o["text"] for o in options}}, indent=1)
    letter = extract_answer(llm_model(request + "\nReply with the key of the right option.", exp_config))
    if not any(o["id"] == letter for o in options):
        return "X", "C", 2
    return letter, "C", 2
