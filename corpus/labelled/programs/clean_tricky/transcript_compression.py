def solve_compressed(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    transcript = f"{question}\n{rows}"
    for turn in range(4):
        speaker = "Optimist" if turn % 2 == 0 else "Pessimist"
        transcript += f"\n{speaker}: " + llm_model(f"{transcript}\n\n{speaker}, speak.", exp_config)
        if turn % 2 == 1 and len(transcript) > 0:
            short = llm_model(f"Compress to ten lines, keep all letters:\n{transcript}", exp_config)
            transcript = f"{question}\n{rows}\n[earlier] {short}"
    letter = extract_answer(llm_model(f"{transcript}\n\nChairman, decide. One letter.", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 4
