def solve_scale(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    rating = [int(c) for c in llm_model(f"Rate from 1 to 5 how hard this is:\n{sheet}", exp_config) if c in "12345"]
    letter = extract_answer(llm_model(sheet + "\nLetter:", exp_config))
    difficulty = max(1, min(5, rating[0])) if rating else 3
    return (letter if letter in {o["id"] for o in options} else "X"), "A", difficulty
