def solve_cut(question, options, exp_config):
    rows = "\n".join(o["id"] + ". " + o["text"] for o in options)
    reply = llm_model(question + rows + "\nLet
