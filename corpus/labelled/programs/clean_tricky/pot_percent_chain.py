price = 250
for discount in (0.1, 0.2, 0.05):
    price *= 1 - discount
shown = f"{price:.2f}"
assert shown == str(round(price, 2)) or shown.endswith("0")
ans = float(shown)
