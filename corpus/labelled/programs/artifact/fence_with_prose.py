Here is the scaffold. It asks for the mechanism first.

```python
def solve_prose(question, options, exp_config):
    mechanism = llm_model(f"Describe the mechanism behind: {question}", exp_config)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{mechanism}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
```

It uses two solver calls.
