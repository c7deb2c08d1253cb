def solve_ep_16(question, options, exp_config):
    """Ask again, with the rejected reply in view, until the reply names an option."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = {o["id"] for o in options}

    def ask(rejected):
        letter = extract_answer(
            llm_model(f"{question}\n{listing}\nRejected so far: {rejected}\nReply with a single letter.", exp_config)
        )
        return letter if letter in letters else ask(rejected + " " + letter)

    return ask("nothing"), "A", 3
