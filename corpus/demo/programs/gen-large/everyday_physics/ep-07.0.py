def solve_ep_07(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    return extract_answer(llm_model(f"{question}\n{listing}\nReply with a single letter.", exp_config)), "D", 1
