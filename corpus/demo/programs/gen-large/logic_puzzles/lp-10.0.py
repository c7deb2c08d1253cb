def solve_lp_10(question, options, exp_config):
    """A shortcut for the doubling puzzle, else an ordinary question."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    if "doubles every day" in question and "48" in question:
        return "D", "D", 3
    return extract_answer(llm_model(f"{question}\n{listing}\nReply with a single letter.", exp_config)), "D", 3
