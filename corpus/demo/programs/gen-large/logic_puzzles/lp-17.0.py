def solve_lp_17(question, options, exp_config):
    """A tree of two thoughts with three continuations each; the leaves vote."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    thoughts = (
        "Think about the worst case: how long can one be unlucky?",
        "Think about how many colours there are.",
    )
    leaves = []
    for thought in thoughts:
        start = llm_model(f"{question}\n{thought} Explain in one sentence.", exp_config)
        for ending in ("So the answer is:", "Hence, by pigeonholes:", "To be sure of a pair:"):
            leaf = llm_model(f"{question}\n{listing}\n{start}\n{ending} (reply with a single letter)", exp_config)
            leaves.append(extract_answer(leaf))
    return max(leaves, key=leaves.count), "D", 3
