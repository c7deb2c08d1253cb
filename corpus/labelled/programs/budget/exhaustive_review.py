"""Reviews every option from three sides before a decision."""

SIDES = {
    "evidence": "What evidence is there for it?",
    "counter": "What evidence is there against it?",
    "confusion": "Why might somebody choose it by mistake?",
}


def review(question, option, config):
    """One paragraph per side."""
    paragraphs = []
    for name, instruction in SIDES.items():
        prompt = f"{question}\nOption {option['id']}: {option['text']}\n{instruction}"
        paragraphs.append(f"{name}: {llm_model(prompt, config)}")
    return "\n".join(paragraphs)


def summarise(question, reviews, config):
    body = "\n\n".join(f"{letter}\n{text}" for letter, text in reviews.items())
    return llm_model(f"{question}\n\n{body}\n\nSummarise in one line per option.", config)


def decide(question, options, summary, config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\n{summary}\nDecide on one letter.", config)
    return extract_answer(reply)


def solve_review(question, options, exp_config):
    reviews = {option["id"]: review(question, option, exp_config) for option in options}
    summary = summarise(question, reviews, exp_config)
    answer = decide(question, options, summary, exp_config)
    print(f"decided on {answer} after {len(reviews)} reviews")
    return answer, "B", 5
