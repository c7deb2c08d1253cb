def by_definition(question):
    return f"Define every term first.\n{question}"


def by_example(question):
    return f"Think of an example first.\n{question}"


STYLES = {True: by_definition, False: by_example}


def solve_dispatch(question, options, exp_config):
    prompt = STYLES[len(question) > 80](question)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{prompt}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 3
