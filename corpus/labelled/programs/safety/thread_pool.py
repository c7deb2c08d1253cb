from concurrent.futures import ThreadPoolExecutor


def solve_pool(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompts = [f"{tone}\n{question}\n{rows}\nLetter:" for tone in ("calm", "stern", "merry")]
    with ThreadPoolExecutor(3) as pool:
        replies = list(pool.map(lambda prompt: llm_model(prompt, exp_config), prompts))
    letters = [letter for letter in map(extract_answer, replies) if letter != "X"]
    return (max(letters, key=letters.count) if letters else "X"), "B", 3
