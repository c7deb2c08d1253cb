"""Ask why, as often as the chain of reasons holds, at most five times."""


def why_chain(claim, exp_config, depth=5):
    """The chain of reasons below a claim; it ends early where the solver has no further reason."""
    if depth == 0:
        return []
    reason = llm_model(
        f"Claim: {claim}\nWhy is that so? One sentence, or 'basic' if it needs no reason.",
        exp_config,
    )
    if "basic" in reason.lower():
        return []
    return [reason, *why_chain(reason, exp_config, depth - 1)]


def solve_whys(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    claim = llm_model(f"{question}\n\nAnswer in one sentence, as a claim.", exp_config)
    chain = why_chain(claim, exp_config)
    reasons = "\n".join(f"{'  ' * level}because {reason}" for level, reason in enumerate(chain))
    for _ in range(2):
        letter = extract_answer(
            llm_model(
                f"{question}\n{listing}\n\nClaim: {claim}\n{reasons}\n\nWhich option is that? Letter:",
                exp_config,
            )
        )
        if letter in [o["id"] for o in options]:
            return letter, "D", 5
    return "X", "D", 5
