~~~python
def solve_tilde(question, options, exp_config):
    rows = "; ".join(o["id"] + " " + o["text"] for o in options)
    letter = extract_answer(llm_model(question + "\n" + rows + "\nLetter:", exp_config))
    return (letter, "A", 1) if letter in {o["id"] for o in options} else ("X", "A", 1)
~~~
