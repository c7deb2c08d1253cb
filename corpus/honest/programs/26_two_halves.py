"""Each half of the options sends its best one to a final."""


def best_of(question, group, exp_config):
    """The option of the group that the solver prefers, or None if the reply names none of them."""
    if len(group) == 1:
        return group[0]
    text = "\n".join(f"{o['id']}: {o['text']}" for o in group)
    reply = llm_model(
        "You will see a question and some of its options.\n\n"
        f"Question: {question}\n{text}\n\n"
        "Which of these options is the best answer? Reply with its letter.",
        exp_config,
    )
    letter = extract_answer(reply)
    for option in group:
        if option["id"] == letter:
            return option
    return None


def solve_in_halves(question, options, exp_config):
    middle = (len(options) + 1) // 2
    finalists = []
    for group in (options[:middle], options[middle:]):
        if not group:
            continue
        winner = best_of(question, group, exp_config)
        if winner is not None:
            finalists.append(winner)
        else:
            finalists.extend(group)

    champion = best_of(question, finalists, exp_config)
    if champion is None:
        return "X", "A", 3
    return champion["id"], "A", 3
