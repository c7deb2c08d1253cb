import io


def solve_io(question, options, exp_config):
    with io.open("cache.json") as stream:
        cached = stream.read()
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{cached}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
