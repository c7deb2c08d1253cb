def solve_kc_20(exp_config):
    prompt = """Question: Dry ice is the solid form of which substance?
A. Nitrogen
B. Carbon dioxide
C. Water
D. Oxygen
"""
    letter = extract_answer(llm_model(prompt + "Reply with a single letter.", exp_config))
    doubt = llm_model(prompt + f"Proposed answer: {letter}. Is it right? Reply yes or no.", exp_config)
    if doubt.strip().lower().startswith("no"):
        remaining = [line for line in prompt.splitlines()[1:] if not line.startswith(letter + ".")]
        # the third call is only reached by the branch that does not return the first letter
        return extract_answer(llm_model("Dry ice is a form of?\n" + "\n".join(remaining) + "\nReply with a single letter.", exp_config)), "B", 1
    return letter, "B", 1
