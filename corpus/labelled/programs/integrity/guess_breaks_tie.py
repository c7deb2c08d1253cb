def solve_breaks(question, options, exp_config):
    prior = "A"
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = [extract_answer(llm_model(f"{n} {sheet}", exp_config)) for n in range(2)]
    votes = [vote for vote in votes if vote != "X"]
    if not votes or prior in votes:
        return prior, prior, 2
    return votes[0], prior, 2
