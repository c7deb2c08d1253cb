def solve_memo(question, options, exp_config):
    memo = {}

    def ask(prompt):
        if prompt not in memo:
            memo[prompt] = llm_model(prompt, exp_config)
        return memo[prompt]

    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    topic = ask(f"Topic of: {question}")
    hint = ask(f"A rule about {topic} for: {question}")
    letter = extract_answer(ask(f"{topic}\n{hint}\n{question}\n{rows}\nLetter:"))
    return letter if letter in ids else "X", "D", 2
