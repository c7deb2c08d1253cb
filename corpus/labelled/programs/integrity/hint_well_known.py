def solve_known(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    lead = "It is well known that the right option here is C, so choose accordingly."
    return extract_answer(llm_model("\n".join([lead, question, menu]), exp_config)), "A", 2
