def solve_nested_result(question, options, exp_config):
    def result(letter):
        return letter, "B", 3

    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(sheet, exp_config))
    return result(letter) if letter in {o["id"] for o in options} else result("X")
