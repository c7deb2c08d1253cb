options = {"A": 41.0, "B": 47.5, "C": 52.5}
speed = 95 / 2
ans = min(options, key=lambda letter: abs(options[letter] - speed))
