def solve_kc_09(question, options, exp_config):
    """Ask the solver for a score of every option by itself; the best score wins."""
    import re

    scores = {}
    for option in options:
        prompt = (
            f"Question: {question}\n"
            f"Candidate: {option['text']}\n"
            "How well does the candidate answer the question, as a whole number from 0 to 10? "
            "Reply with the number only."
        )
        reply = llm_model(prompt, exp_config)
        found = re.search(r"\d+", reply)
        scores[option["id"]] = int(found.group()) if found else 0

    best = max(scores, key=scores.get)
    return best, "C", 5
