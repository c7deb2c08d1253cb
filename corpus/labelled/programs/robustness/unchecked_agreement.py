def solve_compare(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ask = lambda how: extract_answer(llm_model(f"{how}\n{question}\n{rows}\nLetter:", exp_config))
    one, two = ask("Quickly."), ask("Slowly.")
    if one != two:
        return ask(f"Some say {one}, some {two}."), "C", 3
    return one, "C", 3
