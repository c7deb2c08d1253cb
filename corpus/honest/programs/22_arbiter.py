"""Two solvers with different instructions; an arbiter only if they disagree."""
from collections import namedtuple

Opinion = namedtuple("Opinion", "letter text")


def opinion(instruction, question, listing, exp_config):
    text = llm_model(f"{instruction}\n\n{question}\n{listing}\n\nFinish with: The answer is (letter).", exp_config)
    tail = text.split("answer is")[-1]
    return Opinion(extract_answer(tail), text)


def solve_arbiter(question, options, exp_config):
    listing = "\n".join(f"({o['id']}) {o['text']}" for o in options)
    ids = {o["id"] for o in options}

    forward = opinion("Reason from the question to the answer.", question, listing, exp_config)
    backward = opinion("Test each option and discard those that fail.", question, listing, exp_config)

    usable = [one for one in (forward, backward) if one.letter in ids]
    if len(usable) == 2 and forward.letter == backward.letter:
        return forward.letter, "C", 4

    if not usable:
        last_try = extract_answer(llm_model(f"{question}\n{listing}\nReply with one letter.", exp_config))
        return (last_try if last_try in ids else "X"), "C", 4

    notes = "\n---\n".join(one.text for one in usable)
    ruling = extract_answer(
        llm_model(f"{question}\n{listing}\n\nSolutions on the table:\n{notes}\n\nWhich letter is right?", exp_config)
    )
    return (ruling if ruling in ids else usable[0].letter), "C", 4
