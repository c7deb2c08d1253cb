"""Turn every option into a statement, have each judged, then decide among those that were called true."""


def as_statement(question, text):
    return f'Question: {question}\nClaim: the right response to this question is "{text}".\nTrue or false? One word.'


def judged_true(reply):
    words = reply.strip().lower().split()
    return bool(words) and words[0].strip(".,!") == "true"


def solve_statements(question, options, exp_config):
    by_id = {option["id"]: option["text"] for option in options}
    true_ids = []
    for letter, text in by_id.items():
        if judged_true(llm_model(as_statement(question, text), exp_config)):
            true_ids.append(letter)

    if len(true_ids) == 1:
        return true_ids[0], "B", 4

    # None or several: let the solver choose among what is left.
    candidates = true_ids or list(by_id)
    listing = "\n".join(f"{letter}. {by_id[letter]}" for letter in candidates)
    for ending in ("Reply with one letter.", "Write the letter of your choice and nothing else."):
        letter = extract_answer(llm_model(f"{question}\n{listing}\n{ending}", exp_config))
        if letter in candidates:
            return letter, "B", 4
    return "X", "B", 4
