# The module's body asks before the entry is called.
NOTES = [llm_model(name, {}) for name in ("a", "b")]
for note in list(NOTES):
    NOTES.append(llm_model(note, {}))


def solve(question, options, exp_config):
    return extract_answer(llm_model(question + NOTES[-1], exp_config)), "A", 2
