"""All scores in a single JSON object, with one repair attempt."""
import json


def first_object(text):
    """The first JSON object in the text, or None."""
    start = text.find("{")
    while start != -1:
        try:
            value, _ = json.JSONDecoder().raw_decode(text, start)
        except json.JSONDecodeError:
            start = text.find("{", start + 1)
            continue
        return value if isinstance(value, dict) else None
    return None


def clean_scores(raw, ids):
    scores = {}
    for key, value in raw.items():
        letter = extract_answer(str(key).upper())
        if letter in ids and isinstance(value, (int, float)) and not isinstance(value, bool):
            scores[letter] = float(value)
    return scores


def solve_json_scores(question, options, exp_config):
    ids = [o["id"] for o in options]
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    example = json.dumps(dict.fromkeys(ids, 0))
    prompt = (
        f"{question}\n{listing}\n\nGive every option the probability that it is correct, as JSON, "
        f"shaped like {example} but with your own numbers. Write nothing else."
    )

    reply = llm_model(prompt, exp_config)
    parsed = first_object(reply)
    if parsed is None:
        reply = llm_model(f"Turn this into valid JSON shaped like {example}:\n{reply}", exp_config)
        parsed = first_object(reply)

    scores = clean_scores(parsed, ids) if parsed else {}
    if scores and max(scores.values()) > 0:
        return max(scores, key=scores.get), "B", 6

    plain = extract_answer(llm_model(f"{question}\n{listing}\n\nReply with a single letter.", exp_config))
    return (plain if plain in ids else "X"), "B", 6
