def solve_chained(question, options, exp_config):
    text = f"{question}\n" + "\n".join(o["id"] + ". " + o["text"] for o in options)
    one = extract_answer(llm_model(text, exp_config))
    two = extract_answer(llm_model("Read twice, then answer.\n" + text, exp_config))
    if one == two != "X":
        return one, "B", 3
    return "X", "B", 3
