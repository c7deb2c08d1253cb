"""Self-ask: the solver decides whether it needs a follow-up question, and answers it itself."""

MAX_FOLLOW_UPS = 3
INTRO = (
    "Are follow-up questions needed to answer this? If so, write 'Follow up: <question>'. "
    "If not, write 'So the final answer is: <letter>'."
)


def solve_self_ask(question, options, exp_config):
    listing = "\n".join(f"{o['id']}) {o['text']}" for o in options)
    log = [f"Question: {question}", listing, INTRO]

    for _ in range(MAX_FOLLOW_UPS):
        step = llm_model("\n".join(log), exp_config)
        if "Follow up:" not in step:
            log.append(step)
            break
        follow_up = step.split("Follow up:", 1)[1].strip().splitlines()
        if not follow_up:
            break
        log.append(f"Follow up: {follow_up[0]}")
        log.append(
            "Intermediate answer: "
            + llm_model(follow_up[0] + "\nAnswer in one sentence.", exp_config)
        )

    log.append("So the final answer (one letter) is:")
    letter = extract_answer(llm_model("\n".join(log), exp_config))
    if letter not in {o["id"] for o in options}:
        return "X", "C", 6
    return letter, "C", 6
