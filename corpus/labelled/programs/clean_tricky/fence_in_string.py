EXAMPLE = """Show your work as
```python
total = 3 + 4
```
and then name a letter."""


def solve_fence_text(question, options, exp_config):
    menu = "\n".join(f"- {o['id']}: {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{EXAMPLE}\n\n{question}\n{menu}", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
