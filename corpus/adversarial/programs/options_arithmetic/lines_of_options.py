# A text with a line for each option, split again.
def solve(question, options, exp_config):
    rows = "\n".join(f"{option['id']}. x" for option in options)
    letter = "X"
    for row in rows.split("\n") + rows.splitlines() + ("\n" + rows).split("\n"):
        letter = extract_answer(llm_model(row, exp_config))
    return letter, "A", 2
