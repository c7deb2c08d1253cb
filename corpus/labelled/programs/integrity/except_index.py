def solve_except_index(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = [extract_answer(llm_model(f"{n} {sheet}", exp_config)) for n in range(3)]
    votes = [vote for vote in votes if vote != "X"]
    try:
        return votes[-1], "B", 2
    except IndexError:
        return "C", "B", 2
