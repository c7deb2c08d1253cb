def solve_matrix(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = [o["id"] for o in options]
    matrix = []
    for row in range(2):
        matrix.append([])
        for column in range(3):
            matrix[row].append(extract_answer(llm_model(f"Desk {row}, seat {column}.\n{sheet}\nLetter:", exp_config)))
    columns = list(zip(*matrix))
    for upper, lower in columns:
        if upper == lower and upper in ids:
            return upper, "C", 3
    flat = [letter for column in columns for letter in column if letter in ids]
    return flat[0] if flat else "X", "C", 5
