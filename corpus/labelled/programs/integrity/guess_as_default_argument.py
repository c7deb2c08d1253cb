def solve_next_guess(question, options, exp_config):
    guess = "C"
    ids = {o["id"] for o in options}
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    replies = [llm_model(f"{question}\n{menu}\nLetter:", exp_config)]
    letter = next((letter for letter in map(extract_answer, replies) if letter in ids), guess)
    return letter, guess, 2
