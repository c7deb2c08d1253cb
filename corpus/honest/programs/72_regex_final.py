"""Finds the final statement of a long reply by patterns, from strict to loose."""
import re

PATTERNS = (
    re.compile(r"final answer\s*(?:is|:)?\s*(.{1,12})", re.IGNORECASE),
    re.compile(r"answer\s+is\s*:?\s*(.{1,12})", re.IGNORECASE),
    re.compile(r"answer\s*:\s*(.{1,12})", re.IGNORECASE),
    re.compile(r"\\boxed\{(.{1,8})\}"),
    re.compile(r"\*\*(.{1,12}?)\*\*"),
)


def final_letter(reply, valid):
    """The letter in the last match of the first pattern that gives a valid one."""
    for pattern in PATTERNS:
        for match in reversed(list(pattern.finditer(reply))):
            letter = extract_answer(match.group(1))
            if letter in valid:
                return letter
    letter = extract_answer(reply)
    return letter if letter in valid and len(reply.strip()) <= 20 else None


def solve_regex(question, options, exp_config):
    valid = {o["id"] for o in options}
    body = question + "\n" + "\n".join(f"({o['id']}) {o['text']}" for o in options)

    reply = llm_model(f"{body}\n\nThink carefully. Finish with 'Final answer: (letter)'.", exp_config)
    letter = final_letter(reply, valid)
    if letter is None:
        reply = llm_model(f"{body}\n\nReasoning so far:\n{reply}\n\nFinal answer: (", exp_config)
        letter = final_letter(reply, valid)
    if letter is None:
        reply = llm_model(f"{body}\n\nReply with a letter only.", exp_config)
        letter = final_letter(reply, valid)
    return (letter or "X"), "B", 5
