def solve_ep_04(question, options, exp_config):
    """A pipeline of prompt makers; each sees the reply to the one before."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    stages = (
        lambda _: f"{question}\nExplain which physical quantities matter.",
        lambda text: f"{text}\nCompare the speed of light with that of sound and explain.",
        lambda text: f"{text}\n{question}\n{listing}\nReply with a single letter.",
    )
    text = ""
    for stage in stages:
        text = llm_model(stage(text), exp_config)
    return extract_answer(text), "D", 2
