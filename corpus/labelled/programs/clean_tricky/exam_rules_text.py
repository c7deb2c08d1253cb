RULES = """Rules of this exam:
1. Exactly one option is correct.
2. If you believe that A is correct, write A; if B, write B; and so on.
3. Never write that "the answer is B" without having checked C and D."""


def solve_rules(question, options, exp_config):
    sheet = f"{RULES}\n\n{question}\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(sheet, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
