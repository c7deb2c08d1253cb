"""Explain, listen to a child's question, explain better, then decide."""


def converse(*lines, exp_config):
    return llm_model("\n\n".join(line for line in lines if line), exp_config)


def solve_child(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    explanation = converse(
        question, "Explain to a child of ten what this is about.", exp_config=exp_config
    )
    doubt = converse(
        explanation,
        "You are the child. What do you still not understand? One question.",
        exp_config=exp_config,
    )
    better = converse(
        question,
        explanation,
        f"The child asks: {doubt}",
        "Reply to the child.",
        exp_config=exp_config,
    )

    dialogue = f"Explanation: {explanation}\nChild: {doubt}\nReply: {better}"
    answer = extract_answer(
        converse(question, listing, dialogue, "Now choose. Letter:", exp_config=exp_config)
    )
    if answer in {o["id"] for o in options}:
        return answer, "A", 4
    answer = extract_answer(converse(question, listing, "Letter only:", exp_config=exp_config))
    return (answer if answer in {o["id"] for o in options} else "X"), "A", 4
