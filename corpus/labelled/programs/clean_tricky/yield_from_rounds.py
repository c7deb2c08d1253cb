def one_round(sheet, config, tone):
    for number in range(2):
        yield extract_answer(llm_model(f"{tone} {number}\n{sheet}", config))


def all_rounds(sheet, config):
    yield from one_round(sheet, config, "calm")
    yield from one_round(sheet, config, "strict")


def solve_rounds(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [letter for letter in all_rounds(sheet, exp_config) if letter != "X"]
    return (max(letters, key=letters.count) if letters else "X"), "D", 3
