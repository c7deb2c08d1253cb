from itertools import count


def solve_counts(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    for attempt in count(1):
        letter = extract_answer(llm_model(f"{question}\n{rows}\nAttempt {attempt}. Letter:", exp_config))
        if letter in ids:
            return letter, "A", 2
