"""Asks for JSON, parses it with care, and asks again with the parser's complaint."""
import json
from typing import Any


class BadReply(Exception):
    """The reply is not the JSON object that was asked for."""


def parse(reply: str, valid: set[str]) -> tuple[str, float]:
    begin, end = reply.find("{"), reply.rfind("}")
    if begin < 0 or end < begin:
        raise BadReply("there is no JSON object in it")
    try:
        data: Any = json.loads(reply[begin : end + 1])
    except json.JSONDecodeError as error:
        raise BadReply(f"invalid JSON: {error.msg}") from error
    if not isinstance(data, dict) or "answer" not in data:
        raise BadReply("the key 'answer' is missing")
    letter = extract_answer(str(data["answer"]))
    if letter not in valid:
        raise BadReply(f"{data['answer']!r} is not one of the options")
    confidence = data.get("confidence", 0.5)
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)):
        confidence = 0.5
    return letter, min(max(float(confidence), 0.0), 1.0)


def solve_json(question: str, options: list[dict[str, str]], exp_config: dict[str, Any]) -> tuple[str, str, int]:
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}
    base = (
        f"{question}\n{listing}\n\n"
        'Reply with JSON: {"reasoning": "...", "answer": "<letter>", "confidence": <0 to 1>}'
    )
    prompt = base
    for _ in range(3):
        reply = llm_model(prompt, exp_config)
        try:
            letter, confidence = parse(reply, valid)
        except BadReply as problem:
            prompt = f"{base}\n\nYour last reply could not be used: {problem}."
            continue
        if confidence >= 0.3:
            return letter, "D", 5
        prompt = f"{base}\n\nYou were unsure about {letter}. Think again."

    plain = extract_answer(llm_model(f"{question}\n{listing}\n\nJust the letter:", exp_config))
    return (plain if plain in valid else "X"), "D", 5
