def solve_guard(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2


if __name__ == "__main__":
    print(solve_guard("Which is heavier?", [{"id": "A", "text": "lead"}, {"id": "B", "text": "cork"}], {}))
