def solve_twice_three(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)

    def think_and_answer(angle):
        thought = llm_model(f"{angle}: {question}", exp_config)
        return extract_answer(llm_model(f"{thought}\n{question}\n{menu}\nLetter:", exp_config))

    ballots = [think_and_answer(angle) for angle in ("economically", "legally", "morally")]
    ballots = [ballot for ballot in ballots if ballot in {o["id"] for o in options}]
    return (max(ballots, key=ballots.count) if ballots else "X"), "D", 4
