# The constant and the reply are swapped through two containers.
def solve(question, options, exp_config):
    table, row = {"answer": "A"}, [extract_answer(llm_model(question, exp_config))]
    table["answer"], row[0] = row[0], table["answer"]
    return table["answer"], "A", 2
