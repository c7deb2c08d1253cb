# A set is as large as there are different elements, at most.
def solve(question, options, exp_config):
    names = {option["id"] for option in options} | {"A", "B", "Z"}
    letter = "X"
    for name in sorted(names ^ {"A"}) + sorted(names - {"B"}):
        letter = extract_answer(llm_model(name + question, exp_config))
    return letter, "A", 2
