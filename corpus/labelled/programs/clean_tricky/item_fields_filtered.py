def solve_fields(item, exp_config):
    stem = item.get("question", "")
    choices = item.get("options", [])
    answer_lines = [f"{choice['id']}. {choice['text']}" for choice in choices]
    labels = [choice["id"] for choice in choices]
    letter = extract_answer(llm_model(stem + "\n" + "\n".join(answer_lines) + "\nLetter:", exp_config))
    return letter if letter in labels else "X", "C", 2
