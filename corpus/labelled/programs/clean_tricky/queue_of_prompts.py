def solve_queue(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompts = ["Letter:", "Think, then a letter:", "Only a letter:"]
    while prompts:
        letter = extract_answer(llm_model(f"{question}\n{rows}\n{prompts.pop(0)}", exp_config))
        if letter in {o["id"] for o in options}:
            return letter, "A", 2
    return "X", "A", 2
