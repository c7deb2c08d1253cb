from functools import lru_cache


def solve_cached(question, options, exp_config):
    @lru_cache(maxsize=None)
    def ask(prompt):
        return llm_model(prompt, exp_config)

    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    clue = ask(f"Name the field of knowledge: {question}")
    letter = extract_answer(ask(f"Field: {clue}\n{question}\n{rows}\nLetter:"))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
