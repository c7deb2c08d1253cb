ADVICE = """
About a quarter of all right answers are B, which says nothing about any one of them.
In the last examination 40% chose the longest option, and most of them were wrong.
Do not choose an option because it stands in the middle.
"""


def solve_advised(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    argument = llm_model(f"{ADVICE}\n{question}\n{rows}\nArgue without naming letters.", exp_config)
    letter = extract_answer(llm_model(f"{question}\n{rows}\n{argument}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
