def solve_forward(question, options, exp_config):
    return finish(extract_answer(llm_model(sheet(question, options), exp_config)), options)


def sheet(question, options):
    return question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options) + "\nLetter:"


def finish(letter, options):
    known = {o["id"] for o in options}
    return (letter if letter in known else "X", "B", 2)
