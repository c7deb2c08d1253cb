TREE = ("The question is literal", (("It asks for a cause", ()), ("It asks for an effect", (("A direct one", ()),))))


def walk(node, path, question, config):
    """Yields what the solver says under every assumption of the tree."""
    title, children = node
    here = [*path, title]
    yield llm_model(f"{question}\nAssume: {'; '.join(here)}. What follows?", config)
    for child in children:
        yield from walk(child, here, question, config)


def solve_tree(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reading = "\n".join(walk(TREE, [], question, exp_config))
    drafts = tuple(llm_model(f"{question}\n{rows}\n{reading}\n{side}:", exp_config) for side in ("For", "Against"))
    letter = extract_answer(llm_model(f"{question}\n{rows}\n{drafts}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 4
