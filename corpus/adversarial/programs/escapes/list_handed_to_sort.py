# The key empties the list that is being sorted, in vain; a copy that it fills stays full.
def solve(question, options, exp_config):
    names, seen, letter = ["b", "a", "c"], [], "X"

    def rank(name):
        seen.append(list(names))
        return name

    names.sort(key=rank)
    for name in names + [name for row in seen for name in row]:
        letter = extract_answer(llm_model(name + question, exp_config))
    return letter, "A", 2
