from contextlib import contextmanager


@contextmanager
def section(name, lines):
    lines.append(f"<{name}>")
    yield
    lines.append(f"</{name}>")


def solve_sections(question, options, exp_config):
    lines = []
    with section("question", lines):
        lines.append(question)
    with section("options", lines):
        lines.extend(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model("\n".join(lines) + "\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 3
