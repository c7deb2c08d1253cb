import random


def solve_shuffled(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = []
    for expert in ("botanist", "zoologist", "ecologist"):
        letter = extract_answer(llm_model(f"You are a {expert}. {question}\n{rows}\nLetter:", exp_config))
        if letter != "X":
            cast.append(letter)
    random.shuffle(cast)
    return (max(cast, key=cast.count) if cast else "X"), "A", 2
