def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    generator_answer = "A"
    answer = extract_answer(llm_model(prompt, exp_config))
    if answer == "X":
        answer = generator_answer
    return answer, generator_answer, 2
