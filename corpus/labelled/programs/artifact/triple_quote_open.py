def solve_quote(question, options, exp_config):
    prompt = """Answer the question with one letter.
    The options are listed below it.
    letter = extract_answer(llm_model(prompt + question, exp_config))
    return letter, "B", 2
