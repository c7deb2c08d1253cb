EXAMPLES = """Q: What is the capital of Peru?
A. Quito
B. Lima
The correct answer is B.

Q: What is the capital of Kenya?
A. Nairobi
B. Mombasa
The correct answer is A.
"""


def solve_capital(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{EXAMPLES}\nQ: {question}\n{rows}\nThe correct answer is", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 1
