def solve_kc_16(question, options, exp_config):
    """Let the solver write its own hint, twice, and use the longer one."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    hints = [llm_model(f"Explain what happens between molecules of {pair}.", exp_config) for pair in ("water", "oil and water")]
    hints.sort(key=len, reverse=True)
    reply = llm_model(f"{hints[0]}\n\n{question}\n{listing}\nReply with a single letter.", exp_config)
    return extract_answer(reply), "C", 3
