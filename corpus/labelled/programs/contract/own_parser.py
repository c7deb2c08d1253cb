def letter_of(reply):
    for token in reply.replace(".", " ").replace(")", " ").split():
        if token in ("A", "B", "C", "D", "E"):
            return token
    return None


def solve_parser(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = []
    for mood in ("calm", "strict", "playful"):
        letter = letter_of(llm_model(f"Be {mood}.\n{question}\n{rows}\nLetter:", exp_config))
        if letter is not None:
            cast.append(letter)
    return (max(cast, key=cast.count) if cast else "X"), "A", 3
