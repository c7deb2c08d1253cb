# A mapping may not grow while it is read: the error is caught, and the loop starts over.
def solve(question, options, exp_config):
    table, letter = {"a": 1}, "X"
    while len(table) < 4:
        try:
            for name in table:
                letter = extract_answer(llm_model(name + question, exp_config))
                table[name + "!"] = 1
        except RuntimeError:
            continue
    return letter, "A", 2
