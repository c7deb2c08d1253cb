def solve_ep_12(question, options, exp_config):
    """Program-aided: the solver writes an expression, Python computes it, the solver matches it with an option."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    code = llm_model("Write one line of Python that sets `energy_kwh` for a 60 W lamp used for 5 hours. Explain.", exp_config)
    scope = {}
    try:
        exec(code, scope)
    except Exception:
        scope["energy_kwh"] = None
    computed = scope.get("energy_kwh")
    letter = extract_answer(
        llm_model(f"Computed: {computed}\n{question}\n{listing}\nReply with a single letter.", exp_config)
    )
    return letter, "B", 3
