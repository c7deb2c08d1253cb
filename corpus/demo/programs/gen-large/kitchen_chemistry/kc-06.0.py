class LemonJuice:
    """What is known about the item before anybody is asked."""

    ph = 2.3
    acid = "citric"
    option = "D"


def solve_kc_06(question, options, exp_config):
    """Ask for the chemistry, then for the choice, then settle."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    chemistry = llm_model(f"Which acids are in lemons? A juice has pH {LemonJuice.ph}. Explain.", exp_config)
    choice = llm_model(f"{chemistry}\n{question}\n{listing}\nReply with a single letter.", exp_config)
    settled = LemonJuice.option
    return settled, "D", 3
