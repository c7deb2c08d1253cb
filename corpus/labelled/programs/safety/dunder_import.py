def solve_dunder(question, options, exp_config):
    frame = __import__("pandas").DataFrame(options)
    letter = extract_answer(llm_model(f"{question}\n{frame}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
