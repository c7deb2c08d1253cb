def solve_two_counters(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    low, high, letters = 0, 8, []
    while low < high:
        letters.append(extract_answer(llm_model(f"{low}-{high}\n{sheet}", exp_config)))
        low += 1
        high -= 1
    letters = [letter for letter in letters if letter in {o["id"] for o in options}]
    return (max(letters, key=letters.count) if letters else "X"), "A", 3
