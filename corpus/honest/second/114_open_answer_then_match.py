"""Ask without options first; then look which option comes closest to the free answer."""

from difflib import SequenceMatcher

CLEAR = 0.75


def similarity(one, other):
    return SequenceMatcher(None, one.lower(), other.lower()).ratio()


def solve_open_first(question, options, exp_config):
    free = llm_model(
        f"{question}\n\nAnswer in a few words, without explanation.", exp_config
    ).strip()
    ranked = sorted(options, key=lambda option: similarity(free, option["text"]), reverse=True)

    if free and similarity(free, ranked[0]["text"]) >= CLEAR:
        return ranked[0]["id"], "D", 4

    # The wording differs too much: ask which option says the same.
    listing = "\n".join(f"{option['id']}. {option['text']}" for option in options)
    prompt = (
        f'Question: {question}\nA student wrote: "{free}"\n\nOptions:\n{listing}\n\n'
        "Which option means the same as what the student wrote? If none does, which is right? One letter."
    )
    for _ in range(2):
        letter = extract_answer(llm_model(prompt, exp_config))
        if letter in [option["id"] for option in options]:
            return letter, "D", 4
    return "X", "D", 4
