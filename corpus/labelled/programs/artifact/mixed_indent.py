def solve_indent(question, options, exp_config):
        rows = "\n".join(o["text"] for o in options)
        letter = extract_answer(llm_model(question + rows, exp_config))
    return letter, "C", 2
