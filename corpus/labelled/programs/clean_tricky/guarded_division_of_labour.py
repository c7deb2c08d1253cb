"""The solver writes a plan; the first three of its lines are carried out, missing lines are replaced."""

SPARE = ("Restate the question.", "Recall the theory.", "Compare the options.")


def three_steps(plan):
    written = [line.strip("-* \t") for line in plan.splitlines() if line.strip("-* \t")]
    return (written + list(SPARE))[:3]


def solve_delegated(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    plan = llm_model(f"Write a plan of three lines for:\n{question}", exp_config)
    results = []
    for number, step in enumerate(three_steps(plan), start=1):
        results.append(llm_model(f"{question}\n{rows}\nDone: {results}\nStep {number}: {step}", exp_config))
    ids = {o["id"] for o in options}
    for closing in ("Letter:", "You gave no letter of an option. Letter:"):
        letter = extract_answer(llm_model(f"{question}\n{rows}\n{results}\n{closing}", exp_config))
        if letter in ids:
            return letter, "A", 4
    return "X", "A", 5
