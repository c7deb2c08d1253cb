speed, minutes = 54, 25
distance = speed * minutes / 60
choices = {"A": 18.5, "B": 20.0, "C": 22.5, "D": 25.0}
ans = min(choices, key=lambda letter: abs(choices[letter] - distance))
