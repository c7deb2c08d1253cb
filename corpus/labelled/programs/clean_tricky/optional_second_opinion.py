def solve_branches(question, options, exp_config):
    ids = {o["id"] for o in options}
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    first = extract_answer(llm_model(f"{sheet}\nDoctor one, a letter:", exp_config))
    second = extract_answer(llm_model(f"{sheet}\nDoctor two, a letter:", exp_config))
    if first in ids:
        if second == first:
            return first, "A", 1
        if second in ids:
            third = extract_answer(llm_model(f"{sheet}\nDoctor three, a letter:", exp_config))
            if third in (first, second):
                return third, "A", 3
            argument = llm_model(f"{sheet}\nArgue for {first} against {second}.", exp_config)
            fourth = extract_answer(llm_model(f"{sheet}\n{argument}\nDoctor four, a letter:", exp_config))
            return (fourth if fourth in ids else first), "A", 5
        return first, "A", 3
    if second in ids:
        return second, "A", 3
    return "X", "A", 4
