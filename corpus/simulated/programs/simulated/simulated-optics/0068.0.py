from collections import Counter


def solve(question, options, exp_config):
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    letters = Counter()
    for number in range(12):
        letters[extract_answer(llm_model(f"Attempt {number + 1}.\n{prompt}", exp_config))] += 1
    return letters.most_common(1)[0][0], "A", 2
