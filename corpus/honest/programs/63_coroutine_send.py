"""A generator that yields prompts and is sent the replies; the driver makes the solver calls."""


def interview(question, listing, valid):
    """Yields prompts, expects replies, returns a letter or None."""
    topic = yield f"Which field of knowledge does this question belong to? One or two words.\n{question}"
    rule = yield f"Which rule of {topic.strip() or 'this field'} decides this question?\n{question}"
    reply = yield f"Rule: {rule}\n\n{question}\n{listing}\n\nApply the rule. Reply with one letter."
    letter = extract_answer(reply)
    if letter in valid:
        return letter
    reply = yield f"You replied: {reply}\n\n{question}\n{listing}\n\nWhich letter is that? One letter."
    letter = extract_answer(reply)
    return letter if letter in valid else None


def drive(conversation, exp_config):
    try:
        prompt = next(conversation)
        while True:
            prompt = conversation.send(llm_model(prompt, exp_config))
    except StopIteration as stop:
        return stop.value


def solve_interview(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}
    letter = drive(interview(question, listing, valid), exp_config)
    if letter is None:
        return "X", "D", 4
    return letter, "D", 4
