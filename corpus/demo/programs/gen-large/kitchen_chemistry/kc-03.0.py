def solve_kc_03(question, options, exp_config):
    """Decompose: what is a steak made of, what does heat do to it, which option fits?"""
    facts = llm_model(
        "What happens to proteins and sugars on the surface of meat in a very hot pan? Explain in two sentences.",
        exp_config,
    )
    definitions = llm_model(
        "Explain in one sentence each: saponification, fermentation, Maillard reaction, neutralisation.",
        exp_config,
    )
    choices = "\n".join("{id}) {text}".format(**option) for option in options)
    final_prompt = (
        "Background:\n" + facts + "\n" + definitions + "\n\n"
        "Question: " + question + "\n" + choices + "\n\n"
        "Using the background, answer with one letter only."
    )
    answer = extract_answer(llm_model(final_prompt, exp_config))
    if answer not in [option["id"] for option in options]:
        answer = "X"  # tells the harness that nothing was extracted
    return answer, "C", 3
