"""Analogical prompting: recall a similar problem, solve it, carry the method over."""

RECALL = """Here is a problem:

{question}

Recall one similar problem that you know well. Describe it and its solution in at most five sentences."""

APPLY = """A similar problem and its solution:
{analogy}

Use the same method here.
{question}
{listing}

Finish with "Answer: <letter>"."""


def solve_by_analogy(question: str, options: list, exp_config: dict) -> tuple:
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = frozenset(o["id"] for o in options)
    seen: dict[str, str] = {}

    for attempt in range(2):
        analogy = llm_model(RECALL.format(question=question), exp_config)
        if analogy in seen:
            break
        solution = llm_model(
            APPLY.format(analogy=analogy, question=question, listing=listing), exp_config
        )
        seen[analogy] = extract_answer(solution)
        if seen[analogy] in ids:
            return seen[analogy], "A", 5

    plain = extract_answer(llm_model(f"{question}\n{listing}\nAnswer with a letter:", exp_config))
    return (plain if plain in ids else "X"), "A", 5
