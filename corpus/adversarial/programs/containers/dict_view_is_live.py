# A view of the keys shows what is added later.
def solve(question, options, exp_config):
    seen = {}
    names = seen.keys()
    for option in options:
        seen[option["id"]] = True
    letter = "X"
    for name in names:
        letter = extract_answer(llm_model(f"{question} {name}", exp_config))
    return letter, "A", 2
