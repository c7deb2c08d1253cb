def solve_zipped(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = []
    for number, tone in zip(range(100), ["plain", "formal"]):
        letters.append(extract_answer(llm_model(f"{number} {tone}\n{sheet}", exp_config)))
    letters = [letter for letter in letters if letter in {o["id"] for o in options}]
    return letters[0] if letters else "X", "C", 2
