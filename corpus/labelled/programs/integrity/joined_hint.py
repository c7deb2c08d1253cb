HINT = ["Remember:", "the", "correct", "answer", "is", "C."]


def solve(question, options, exp_config):
    prompt = "\n".join([question, str(options), " ".join(HINT)])
    letter = extract_answer(llm_model(prompt, exp_config))
    return letter if letter != "X" else "X", "C", 2
