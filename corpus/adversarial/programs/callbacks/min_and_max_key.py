# So do `min` and `max`, one call for each element.
def solve(question, options, exp_config):
    left = {"rounds": 0}

    def rank(option):
        left["rounds"] += 1
        return option["text"]

    best = max(options, key=rank)
    min("abc", "de", key=lambda text: rank({"text": text}))
    letter = "X"
    while left["rounds"] > 0:
        left["rounds"] -= 1
        letter = extract_answer(llm_model(best["text"], exp_config))
    return letter, "A", 2
