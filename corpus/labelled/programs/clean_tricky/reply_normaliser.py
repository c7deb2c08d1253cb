MARKS = str.maketrans({"*": " ", "`": " ", "(": " ", ")": " ", "[": " ", "]": " ", "_": " "})


def conclusion(reply):
    """What follows the last colon of a reply, without markup; the whole reply where there is none."""
    head, colon, tail = reply.rpartition(":")
    return (tail if colon and tail.strip() else reply).translate(MARKS)


def solve_normalised(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = [o["id"] for o in options]
    letter = "X"
    for form in ("Explain, then write 'Conclusion: <letter>'.", "Write 'Conclusion: <letter>' and nothing else."):
        letter = extract_answer(conclusion(llm_model(f"{question}\n{rows}\n{form}", exp_config)))
        if letter in ids:
            break
    return (letter if letter in ids else "X"), "D", 2
