def solve_or_list(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = (extract_answer(llm_model(f"{n} {question}\n{menu}", exp_config)) for n in range(3))
    votes = [letter for letter in letters if letter in {o["id"] for o in options}] or ["C"]
    return max(votes, key=votes.count), "B", 2
