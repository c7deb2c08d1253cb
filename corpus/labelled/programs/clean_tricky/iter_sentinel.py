from itertools import count, islice


def replies(sheet, config):
    for number in count():
        yield extract_answer(llm_model(f"{sheet}\nReply {number}. Letter:", config))


def solve_islice(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = [letter for letter in islice(replies(sheet, exp_config), 3) if letter != "X"]
    return (max(valid, key=valid.count) if valid else "X"), "D", 3
