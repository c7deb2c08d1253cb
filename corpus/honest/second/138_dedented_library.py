"""A little prompt library with dedented texts and a formatting class."""

from textwrap import dedent, indent


class Listing:
    def __init__(self, options):
        self.options = options

    def __format__(self, style):
        mark = {"paren": "({id}) {text}", "dot": "{id}. {text}", "": "{id}: {text}"}[style]
        return "\n".join(mark.format(**option) for option in self.options)

    def __contains__(self, letter):
        return any(option["id"] == letter for option in self.options)


LIBRARY = {
    "paren": dedent("""\
        You take a test. Choose the right option.

        {question}
        {listing:paren}

        Reply with the letter."""),
    "dot": dedent("""\
        {listing:dot}

        Which of these answers the question "{question}"? Reply with the letter."""),
}


def solve_library(question, options, exp_config):
    listing = Listing(options)
    letters = {}
    for name, text in LIBRARY.items():
        letters[name] = extract_answer(
            llm_model(text.format(question=question, listing=listing), exp_config)
        )
    if letters["paren"] == letters["dot"] and letters["dot"] in listing:
        return letters["dot"], "C", 3

    report = indent("\n".join(f"{name}: {letter}" for name, letter in letters.items()), "    ")
    final = extract_answer(
        llm_model(
            f"{question}\n{listing}\n\nTwo readings of this gave\n{report}\nDecide. Letter:",
            exp_config,
        )
    )
    return (final if final in listing else "X"), "C", 3
