def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    generator_answer = "C"
    hint = f"An expert chose {generator_answer}. Decide whether the expert is right."
    answer = extract_answer(llm_model(f"{hint}\n{prompt}", exp_config))
    return answer, generator_answer, 4
