def solve_dialogue(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    transcript = f"{question}\n{rows}"
    for speaker in ("Ann", "Ben", "Ann", "Ben"):
        remark = llm_model(f"{transcript}\n{speaker}:", exp_config)
        transcript += f"\n{speaker}: {remark}"
        letter = extract_answer(remark)
    return letter, "E", 4
