# Unbound methods as callbacks: `str.split` gives lists of words.
def solve(question, options, exp_config):
    words = [word for words in map(str.split, ["one two", "three four five"]) for word in words]
    letter = "X"
    for word in words:
        letter = extract_answer(llm_model(word, exp_config))
    return letter, "A", 2
