from functools import reduce


def compose(*functions):
    """compose(f, g, h)(x) == h(g(f(x)))"""
    return lambda value: reduce(lambda result, function: function(result), functions, value)


def solve_composed(question, options, exp_config):
    """A pipeline over a dictionary: keywords, knowledge, reasoning, letter."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)

    def ask(prompt):
        return llm_model(prompt, exp_config)

    def keywords(state):
        return {**state, "keywords": ask(f"List the key terms of this question:\n{question}")}

    def knowledge(state):
        prompt = f"Write what one should know about: {state['keywords']}\nKeep to four sentences."
        return {**state, "knowledge": ask(prompt)}

    def reasoning(state):
        prompt = f"Knowledge: {state['knowledge']}\n\nQuestion: {question}\n{listing}\n\nReason step by step."
        return {**state, "reasoning": ask(prompt)}

    def letter(state):
        prompt = f"{question}\n{listing}\n\nReasoning: {state['reasoning']}\n\nTherefore the letter of the answer is:"
        return {**state, "letter": extract_answer(ask(prompt))}

    run = compose(keywords, knowledge, reasoning, letter)
    result = run({})
    if result["letter"] not in {o["id"] for o in options}:
        return "X", "B", 4
    return result["letter"], "B", 4
