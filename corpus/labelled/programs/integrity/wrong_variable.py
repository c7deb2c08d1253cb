def solve_mixed_up(item, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in item["options"])
    full_prompt = f"{item['question']}\n{rows}\nLetter:"
    prompt = "Answer the question with one letter."
    letter = extract_answer(llm_model(prompt, exp_config))
    return letter if letter in {o["id"] for o in item["options"]} else "X", "B", 1
