def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    reasoning = llm_model(f"Explain.\n{prompt}", exp_config)
    answer = "B"
    if not reasoning:
        raise ValueError("nothing was explained")
    return answer, "B", 3
