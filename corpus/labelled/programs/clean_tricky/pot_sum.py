rows = [("bolts", 3, 0.4), ("nuts", 5, 0.2), ("nails", 100, 0.01)]
total = 0
for name, count, price in rows:
    total += count * price
ans = round(total, 2)
