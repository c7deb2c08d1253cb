def solve_parity(exp_config):
    claims = ("Two is prime.", "Nine is prime.", "Eleven is prime.")
    confirmed = sum("yes" in llm_model(f"{claim} Is that so? yes or no", exp_config).lower() for claim in claims)
    return ("A" if confirmed % 2 == 0 else "B"), "A", 2
