def answer_gas(exp_config):
    stems = (
        "Which gas is densest at room conditions?",
        "At equal pressure and temperature, which of these gases has the greatest density?",
        "One litre of which gas weighs most?",
    )
    choices = "A. helium\nB. argon\nC. xenon\nD. neon"
    picks = [extract_answer(llm_model(f"{stem}\n{choices}\nOne letter only.", exp_config)) for stem in stems]
    valid = [pick for pick in picks if pick in "ABCD"]
    if valid:
        return max(sorted(set(valid)), key=valid.count), "C", 2
    return "X", "C", 2
