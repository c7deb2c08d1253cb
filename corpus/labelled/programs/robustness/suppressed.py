from contextlib import suppress


def solve_suppressed(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = []
    for number in range(3):
        with suppress(Exception):
            cast.append(extract_answer(llm_model(f"{number} {question}\n{rows}\nLetter:", exp_config)))
    cast = [letter for letter in cast if letter != "X"]
    return max(cast, key=cast.count, default="X"), "C", 2
