TABLE = {}
for base in range(2000):
    for exponent in range(200):
        TABLE[base, exponent] = base * exponent % 97


def solve_table(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{TABLE[3, 5]}\n{question}\n{menu}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
