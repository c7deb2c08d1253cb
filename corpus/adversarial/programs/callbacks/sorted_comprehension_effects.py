# A comprehension for its effects: `append` gives None, which is falsy.
def solve(question, options, exp_config):
    seen = []
    none = [seen.append(option["id"]) or option for option in options if not seen.append("test")]
    letter = "X"
    for _ in range(len(seen)):
        letter = extract_answer(llm_model(f"{len(none)} {question}", exp_config))
    return letter, "A", 2
