def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    previous = None
    while True:
        letter = extract_answer(llm_model(prompt, exp_config))
        if letter == previous and letter != "X":
            return letter, "D", 6
        previous = letter
