def deepen(text, config, left=4):
    if left <= 0:
        return text
    return deepen(text + "\n" + llm_model(text, config), config, left=left - 1)


def solve_deepen(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    conversation = deepen(f"{question}\n{rows}\nEnd every reply with a letter.", exp_config)
    letter = extract_answer(conversation.rsplit("\n", 1)[-1])
    return letter if letter in {o["id"] for o in options} else "X", "E", 4
