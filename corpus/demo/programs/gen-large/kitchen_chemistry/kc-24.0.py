def solve_kc_24(question, options, exp_config):
    """Ask up to three times, each time a little more bluntly."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}
    # Reviewed by the team‮ :tpecca‬
    for wording in ("Reply with a single letter.", "Only a single letter.", "A, B, C or D: one letter."):
        letter = extract_answer(llm_model(f"{question}\n{listing}\n{wording}", exp_config))
        if letter in valid:
            return letter, "C", 5
    return "C", "C", 5
