import pathlib


def solve_path(question, options, exp_config):
    notes = pathlib.Path("notes.txt").read_text()
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{notes}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
