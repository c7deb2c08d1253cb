QUESTION = "Which organ makes insulin?"
OPTIONS = {"A": "liver", "B": "pancreas", "C": "spleen"}
ANSWER = "B"
DIFFICULTY = 1
