PRIMES = [n for n in range(2, 100000) if all(n % d for d in range(2, int(n**0.5) + 1))]


def solve_primes(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{PRIMES[:20]}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
