import io


def solve_buffer(question, options, exp_config):
    buffer = io.StringIO()
    print(question, file=buffer)
    for option in options:
        print(option["id"], option["text"], sep=". ", file=buffer)
    letter = extract_answer(llm_model(buffer.getvalue() + "Letter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 2
