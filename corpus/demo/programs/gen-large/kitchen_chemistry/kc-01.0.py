"""Self-consistency over five independent readings of the question."""
from collections import Counter


def solve_kc_01(exp_config):
    question = "Which gas makes yeast dough rise?"
    options = {
        "A": "Oxygen",
        "B": "Carbon dioxide",
        "C": "Nitrogen",
        "D": "Hydrogen",
    }
    listing = "\n".join(f"{letter}. {text}" for letter, text in options.items())
    openings = [
        "Think about what yeast eats and what it gives off.",
        "Think about the bubbles inside a slice of bread.",
        "Think about what happens when beer ferments.",
        "Work step by step from the chemistry of fermentation.",
        "Imagine you explain this to a beginner baker.",
    ]
    votes = []
    for opening in openings:
        prompt = f"{opening}\n\n{question}\n{listing}\n\nReply with a single letter."
        votes.append(extract_answer(llm_model(prompt, exp_config)))

    answer, _ = Counter(votes).most_common(1)[0]
    return answer, "B", 2
