from itertools import starmap


def solve_starmap(question, options, exp_config):
    menu = " / ".join(f"{o['id']} {o['text']}" for o in options)
    pairs = [("Think as a lawyer.", "Be strict."), ("Think as a layman.", "Be fair.")]
    replies = starmap(lambda role, rule: llm_model(f"{role} {rule}\n{question}\n{menu}", exp_config), pairs)
    letters = [letter for letter in map(extract_answer, replies) if letter in [o["id"] for o in options]]
    return letters[0] if letters else "X", "B", 3
