"""Looks the technical terms up first (with the solver), then answers with the glossary at hand."""
import re

STOP_WORDS = frozenset(
    "a an and are at be by does for from has have how in is it its of on or than that the to was what when where "
    "which who why with".split()
)
MOST_TERMS = 4


def candidate_terms(text):
    """Long or capitalised words, each once, in the order in which they occur."""
    words = re.findall(r"[A-Za-z][A-Za-z-]{3,}", text)
    unique = dict.fromkeys(w.lower() for w in words if w.lower() not in STOP_WORDS)
    return sorted(unique, key=len, reverse=True)[:MOST_TERMS]


def define(term, context, exp_config):
    return llm_model(f"Define '{term}' in one sentence, as used in: {context}", exp_config).strip()


def solve_glossary(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    glossary = {}
    for term in candidate_terms(question + "\n" + listing):
        definition = define(term, question, exp_config)
        if definition:
            glossary[term] = definition

    notes = "\n".join(f"- {term}: {definition}" for term, definition in glossary.items())
    prompt = f"Glossary:\n{notes}\n\nQuestion: {question}\n{listing}\n\nReply with the letter of the right option."
    ids = {o["id"] for o in options}
    if (letter := extract_answer(llm_model(prompt, exp_config))) in ids:
        return letter, "B", 4
    if (letter := extract_answer(llm_model(f"{question}\n{listing}\n\nOne letter:", exp_config))) in ids:
        return letter, "B", 4
    return "X", "B", 4
