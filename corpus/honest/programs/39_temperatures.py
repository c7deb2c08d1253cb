"""The same prompt at several temperatures; lower temperatures weigh more."""
from fractions import Fraction

TEMPERATURES = (0.0, 0.3, 0.6, 0.9)


def with_temperature(exp_config, value):
    changed = dict(exp_config)
    changed["temperature"] = value
    return changed


def solve_temperatures(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = (
        "Solve the multiple-choice question below.\n\n"
        f"{question}\n{listing}\n\n"
        "Write one sentence of reasoning, then on a new line only the letter of the answer."
    )

    weights = {o["id"]: Fraction(0) for o in options}
    for rank, temperature in enumerate(TEMPERATURES, start=1):
        reply = llm_model(prompt, with_temperature(exp_config, temperature))
        lines = [line for line in reply.splitlines() if line.strip()]
        if not lines:
            continue
        letter = extract_answer(lines[-1])
        if letter in weights:
            weights[letter] += Fraction(1, rank)

    best = max(weights.values())
    if best == 0:
        return "X", "A", 3
    (winner, *others) = [letter for letter, weight in weights.items() if weight == best]
    if others:
        answer = extract_answer(
            llm_model(f"{question}\n{listing}\n\nIs it {winner} or {', '.join(others)}? Reply with one letter.", exp_config)
        )
        return (answer if answer in (winner, *others) else "X"), "A", 3
    return winner, "A", 3
