def solve_lp_13(question, options, exp_config):
    """Elimination round by round: one wrong option goes in each round until one is left."""
    left = list(options)
    facts = llm_model("Where is the hour hand of a clock at half past three? Explain.", exp_config)
    for _ in range(len(options) - 1):
        listing = "\n".join(f"{o['id']}. {o['text']}" for o in left)
        reply = llm_model(
            f"{facts}\n{question}\n{listing}\nWhich option is least likely? Reply with its letter only.", exp_config
        )
        out = extract_answer(reply)
        smaller = [o for o in left if o["id"] != out]
        if len(smaller) == len(left):
            break
        left = smaller
    if len(left) == 1:
        return left[0]["id"], "A", 5
    return "X", "A", 5
