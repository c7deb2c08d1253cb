def solve_walrus(question, options, exp_config):
    ids = {o["id"] for o in options}
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    turn = 0
    while (turn := turn + 1) <= 3:
        if (letter := extract_answer(llm_model(f"{question}\n{rows}\nTurn {turn}. Letter:", exp_config))) in ids:
            return letter, "B", 2
    return "X", "B", 2
