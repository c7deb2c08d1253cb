from collections import Counter


def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    letters = [extract_answer(llm_model(prompt, exp_config)) for _ in range(3)]
    named = [letter for letter in letters if letter != "X"] or letters
    return Counter(named).most_common(1)[0][0], "D", 6
