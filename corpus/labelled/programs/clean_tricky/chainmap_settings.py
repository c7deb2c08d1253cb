from collections import ChainMap

DEFAULTS = {"rounds": 2, "seats": 2, "tone": "calm"}
EXAM = {"tone": "strict"}


def solve_layers(question, options, exp_config):
    settings = ChainMap(EXAM, DEFAULTS)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    heard = []
    for round_number in range(2):
        for seat in range(2):
            heard.append(
                llm_model(
                    f"Be {settings['tone']}. Round {round_number}, seat {seat}.\n{question}\n{rows}\n{heard}", exp_config
                )
            )
    letter = extract_answer(llm_model(f"{question}\n{rows}\nHeard: {heard}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
