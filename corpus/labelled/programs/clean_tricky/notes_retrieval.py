import heapq

NOTES = [
    ("osmosis", "Water moves towards the higher concentration of solute."),
    ("enzymes", "Enzymes lower the activation energy and are not used up."),
    ("insulin", "Insulin is a hormone that lowers blood glucose."),
    ("resistance", "A voltmeter stands in parallel to what it measures."),
    ("weight", "Weight follows from mass and not from density."),
]


def words(text):
    return {word.strip(".,;:?!()").lower() for word in text.split()}


def relevant(question, count=2):
    asked = words(question)
    scored = ((len(asked & words(key + " " + note)), note) for key, note in NOTES)
    return [note for overlap, note in heapq.nlargest(count, scored) if overlap]


def solve_with_notes(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    notes = "\n".join(f"* {note}" for note in relevant(question)) or "* no note fits"
    opinion = llm_model(f"Notes:\n{notes}\n\nDo they help with this? {question}", exp_config)
    reply = llm_model(f"Notes:\n{notes}\nOn the notes: {opinion}\n\n{question}\n{rows}\nLetter:", exp_config)
    letter = extract_answer(reply)
    valid = letter in {o["id"] for o in options}
    return letter if valid else "X", "B", 2
