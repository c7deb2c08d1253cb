def verified_choice():
    """The box labelled mixed cannot be mixed, so one fruit from it names its content."""
    return "C"


def solve_lp_06(question, options, exp_config):
    """Three passes of reasoning, then the verified choice."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    transcript = []
    for instruction in ("Restate the puzzle.", "Explain what each wrong label rules out.", "Reply with a single letter."):
        transcript.append(llm_model(f"{question}\n{listing}\n{instruction}", exp_config))
    answer = verified_choice()
    return answer, "C", 6
