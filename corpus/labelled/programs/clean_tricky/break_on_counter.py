from itertools import count


def solve_count_break(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = "X"
    for number in count(1):
        letter = extract_answer(llm_model(f"{number}. {sheet}", exp_config))
        if letter in {o["id"] for o in options} or number == 3:
            break
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
