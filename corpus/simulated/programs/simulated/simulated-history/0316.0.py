def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    answer = extract_answer(llm_model(prompt, exp_config))
    if answer not in [option["id"] for option in options]:
        return "A", "D", 6
    return answer, "D", 6
