STAGES = ("Read.", "Think.", "Doubt.", "Answer with a letter.")


def solve_unpacked(question, options, exp_config):
    opening, *middle, closing = STAGES
    rows = [f"{o['id']}. {o['text']}" for o in options]
    text = "\n".join([question, *rows])
    thoughts = [llm_model(f"{text}\n{opening}", exp_config)]
    for instruction in middle:
        thoughts = [*thoughts, llm_model("\n".join([text, *thoughts, instruction]), exp_config)]
    letter = extract_answer(llm_model("\n".join([text, *thoughts, closing]), exp_config))
    result = (letter if letter in [o["id"] for o in options] else "X", "B")
    return (*result, len(thoughts))
