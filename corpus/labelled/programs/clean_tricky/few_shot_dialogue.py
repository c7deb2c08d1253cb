EXAMPLES = [
    {"q": "Which planet is largest?", "o": "A. Mars\nB. Jupiter\nC. Venus", "why": "Its mass is largest.", "a": "B"},
    {"q": "Which is a noble gas?", "o": "A. Neon\nB. Iron\nC. Ozone", "why": "Full outer shell.", "a": "A"},
    {"q": "Who wrote Faust?", "o": "A. Kant\nB. Heine\nC. Goethe", "why": "Published 1808.", "a": "C"},
]


def shown(example):
    return "Question: {q}\n{o}\nReasoning: {why}\nThe correct answer is {a}.".format_map(example)


def solve_few_shot(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    blocks = [*map(shown, EXAMPLES), f"Question: {question}\n{rows}\nReasoning:"]
    letter = extract_answer(llm_model("\n\n---\n\n".join(blocks), exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
