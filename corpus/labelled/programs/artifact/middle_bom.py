def solve_bom(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    preface = "﻿Answer the question below."
    letter = extract_answer(llm_model(f"{preface}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
