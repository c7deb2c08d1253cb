"""Use the odd one out as an extra view on the options."""


def solve_odd(question, options, exp_config):
    ids = [o["id"] for o in options]
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)

    odd_reply = llm_model(
        f"{listing}\n\nWithout any question: which option is the odd one out, and why?", exp_config
    )
    relevance = llm_model(
        f"{question}\n{listing}\n\nSomebody noticed: {odd_reply}\n\nDoes that matter for the question? Yes or no, and why.",
        exp_config,
    )
    context = f"Observation: {odd_reply}\n" if relevance.strip().lower().startswith("yes") else ""

    first = extract_answer(llm_model(f"{context}{question}\n{listing}\nLetter:", exp_config))
    second = extract_answer(
        llm_model(f"{question}\n{listing}\n{context}So the letter is", exp_config)
    )
    if first == second:
        return (first if first in ids else "X"), "C", 4
    candidates = [letter for letter in (first, second) if letter in ids]
    if len(candidates) == 1:
        return candidates[0], "C", 4
    last = extract_answer(
        llm_model(f"{question}\n{listing}\nDecide between {first} and {second}:", exp_config)
    )
    return (last if last in ids else "X"), "C", 4
