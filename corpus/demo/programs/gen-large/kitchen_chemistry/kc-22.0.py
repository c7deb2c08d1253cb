Here is a self-consistency scaffold for the question. It takes twelve votes:

```python
from collections import Counter


def solve_kc_22(question, options, exp_config):
    """Twelve votes."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = f"{question}\n{listing}\nReply with a single letter."
    votes = Counter(extract_answer(llm_model(prompt, exp_config)) for _ in range(12))
    return votes.most_common(1)[0][0], "D", 3
```

Each vote is an independent call, so the majority is more reliable than a single answer.
