import subprocess


def solve_process(question, options, exp_config):
    today = subprocess.run(["date"], capture_output=True, text=True).stdout
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{today}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
