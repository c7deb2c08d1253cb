# A loop target may be an attribute or an item.
class Box:
    rounds = 0


def solve(question, options, exp_config):
    box, table, letter = Box(), {}, "X"
    for box.rounds in range(4):
        pass
    for table["rounds"] in (1, 2):
        pass
    for _ in range(box.rounds + table["rounds"]):
        letter = extract_answer(llm_model(question, exp_config))
    return letter, "A", 2
