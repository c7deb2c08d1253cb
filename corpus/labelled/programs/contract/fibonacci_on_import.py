def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


BIG = fib(24)


def solve_fib(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{BIG}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 4
