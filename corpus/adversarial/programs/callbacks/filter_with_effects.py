# `filter` asks about each element; `filter(None, ...)` only tests.
def solve(question, options, exp_config):
    seen = []

    def wanted(option):
        seen.append(option)
        return "yes" in llm_model(option["text"], exp_config)

    kept = list(filter(wanted, options))
    letter = "X"
    for _ in filter(None, [1, 0, 2, *seen]):
        letter = extract_answer(llm_model(f"{len(kept)} {question}", exp_config))
    return letter, "A", 2
