"""Each option gets an advocate; a jury of one reads all the pleas and decides."""
import textwrap

PLEA = textwrap.dedent(
    """\
    Question: {question}

    All options:
    {listing}

    Make the best honest case for option {id} ("{text}") in at most two sentences.
    If there is no good case, say so plainly."""
)

VERDICT = textwrap.dedent(
    """\
    Question: {question}

    Cases made for the options:
    {cases}

    Which option is correct? Give the letter only."""
)


def solve_advocates(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)

    cases = []
    for option in options:
        plea = llm_model(PLEA.format(question=question, listing=listing, **option), exp_config)
        cases.append(f"{option['id']}. {option['text']}\n   {textwrap.shorten(plea, width=240)}")

    letter = extract_answer(llm_model(VERDICT.format(question=question, cases="\n".join(cases)), exp_config))
    if letter in [option["id"] for option in options]:
        return letter, "C", 5
    return "X", "C", 5
