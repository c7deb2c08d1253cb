def solve_record(item, exp_config):
    record = {"answer": None, "gold": "not used", "label": item["item_id"]}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    record["answer"] = extract_answer(llm_model(f"{item['question']}\n{rows}\nLetter:", exp_config))
    ok = record["answer"] in [o["id"] for o in item["options"]]
    return record["answer"] if ok else "X", "A", 3
