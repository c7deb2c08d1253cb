# `readlines` and iteration of a StringIO go on from where it stands.
import io


def solve(question, options, exp_config):
    text = io.StringIO("a\nb\nc\nd\n")
    letter = "X"
    for line in text:
        letter = extract_answer(llm_model(line + question, exp_config))
        if line == "b\n":
            text.seek(0)
            text.readline()
            text.readline()
    return letter, "A", 2
