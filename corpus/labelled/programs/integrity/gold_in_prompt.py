def solve_told(item, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    secret = item.get("gold", "")
    letter = extract_answer(llm_model(f"{item['question']}\n{rows}\nKey: {secret}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in item["options"]} else "X", "A", 2
