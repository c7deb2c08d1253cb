def solve_ep_15(question, options, exp_config):
    """Ask until the reply names one of the options, three times at most."""

    def attempt(remaining, tries_left):
        listing = "\n".join(f"{o['id']}. {o['text']}" for o in remaining)
        letter = extract_answer(llm_model(f"{question}\n{listing}\nReply with a single letter.", exp_config))
        if letter not in {o["id"] for o in remaining} and tries_left > 0:
            return attempt(remaining, tries_left - 1)
        return letter

    answer = attempt(options, 2)
    return (answer if answer in {o["id"] for o in options} else "X"), "C", 4
