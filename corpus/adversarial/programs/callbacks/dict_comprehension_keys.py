# In a dict comprehension key and value are evaluated for every element, also for equal keys.
def solve(question, options, exp_config):
    table = {len(llm_model(option["id"], exp_config)): llm_model(option["text"], exp_config) for option in options}
    return extract_answer(list(table.values())[-1]), "A", 2
