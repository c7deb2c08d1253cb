def solve_three_times(question, options, exp_config):
    menu = "".join(f"\n  [{o['id']}] {o['text']}" for o in options)
    opinions = []
    while len(opinions) < 3:
        opinions.append(llm_model(f"Opinion {len(opinions) + 1}, unlike {opinions}: {question}{menu}", exp_config))
    tally = {}
    for opinion in opinions:
        pick = extract_answer(opinion)
        if pick == "X":
            continue
        tally.setdefault(pick, []).append(opinion)
    if not tally:
        return "X", "B", 2
    return sorted(tally, key=lambda pick: (-len(tally[pick]), pick))[0], "B", 2
