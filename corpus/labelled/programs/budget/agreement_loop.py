def solve_agree(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)

    def vote():
        return extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))

    one, two = vote(), vote()
    while one != two or one == "X":
        one, two = two, vote()
    return one, "C", 3
