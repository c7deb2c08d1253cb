def solve_words(question, options, exp_config):
    asked = set(question.lower().split())
    scores = [(len(asked & set(o["text"].lower().split())), o["id"]) for o in options]
    return max(scores)[1], "A", 3
