"""Propose and verify, at most three times; rejected options are named in the next proposal."""

MAX_ATTEMPTS = 3


def solve_propose_verify(item, exp_config):
    question, options = item["question"], item["options"]
    by_id = {o["id"]: o["text"] for o in options}
    listing = "\n".join(f"{key}. {text}" for key, text in by_id.items())
    rejected = []
    proposals = []

    for attempt in range(MAX_ATTEMPTS):
        hint = f"\nA reviewer already doubted: {', '.join(rejected)}." if rejected else ""
        letter = extract_answer(
            llm_model(f"{question}\n{listing}{hint}\nWhich option is correct? Reply with its letter.", exp_config)
        )
        if letter not in by_id:
            continue
        proposals.append(letter)
        review = llm_model(
            f"Question: {question}\nCandidate answer: {by_id[letter]}\n"
            "Does the candidate answer the question correctly? Reply yes or no, then say why.",
            exp_config,
        )
        words = review.lower().split()
        if words and words[0].strip(".,:;!") == "yes":
            return letter, "D", 6
        rejected.append(letter)

    if not proposals:
        return "X", "D", 6
    # Nothing was confirmed: the option that the solver proposed most often stands.
    return max(proposals, key=proposals.count), "D", 6
