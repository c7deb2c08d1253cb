def solve_easement(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    replies = [llm_model(f"{sheet}\nArgue from {source}.", exp_config) for source in ("statute", "case law", "equity")]
    digest = llm_model("Sum up in three lines:\n" + "\n---\n".join(replies), exp_config)
    letters = [extract_answer(text) for text in (digest, *replies)]
    for letter in letters:
        if letter != "X":
            return letter, "D", 4
    return "X", "D", 4
