async def tag(text):
    return text.split()[0]


def solve_tagged(question, options, exp_config):
    name = tag(question).__name__
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{name}: {question}\n{menu}\nLetter:", exp_config))
    return (letter if letter in {o["id"] for o in options} else "X"), "D", 2
