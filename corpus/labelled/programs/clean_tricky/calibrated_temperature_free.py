PANELS = {"theory": 3, "practice": 3, "history": 3}


def poll(panel, seats, sheet, config):
    return [
        extract_answer(llm_model(f"Panel {panel}, seat {seat}.\n{sheet}\nLetter:", config)) for seat in range(seats)
    ]


def unanimous(letters):
    first, *others = letters
    return first != "X" and all(other == first for other in others)


def solve_panels(question, options, exp_config):
    sheet = question + "".join(f"\n{o['id']}. {o['text']}" for o in options)
    everything = []
    for panel, seats in PANELS.items():
        letters = poll(panel, seats, sheet, exp_config)
        if unanimous(letters):
            return letters[0], "C", 2
        everything.extend(letters)
    valid = [letter for letter in everything if letter != "X"]
    tally = sorted(((valid.count(letter), letter) for letter in set(valid)), reverse=True)
    return tally[0][1] if tally else "X", "C", 4
