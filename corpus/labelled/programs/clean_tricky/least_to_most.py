SUBQUESTIONS = [
    "Which quantity or concept does the question ask for?",
    "What is given, and what is not?",
    "Which rule connects what is given with what is asked?",
    "What follows from the rule here?",
]


def solve_least_to_most(question, options, exp_config):
    solved = []
    for sub in SUBQUESTIONS:
        history = "\n".join(f"Q: {asked}\nA: {got}" for asked, got in solved)
        solved.append((sub, llm_model(f"{question}\n\n{history}\nQ: {sub}\nA:", exp_config)))
    *_, (_, conclusion) = solved
    listing = "\n".join("{id}. {text}".format(**option) for option in options)
    reply = llm_model(f"{question}\n{listing}\nConclusion so far: {conclusion}\nLetter:", exp_config)
    letter = extract_answer(reply)
    return {True: letter, False: "X"}[letter in {o["id"] for o in options}], "A", 3
