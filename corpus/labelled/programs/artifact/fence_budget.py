```python
def solve_dozen(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cast = []
    for number in range(12):
        cast.append(extract_answer(llm_model(f"{number} {question}\n{rows}\nLetter:", exp_config)))
    cast = sorted(letter for letter in cast if letter != "X")
    return max(cast, key=cast.count, default="X"), "B", 3
```
