principal = 1200.0
rate = 0.06 / 12
payment = principal * rate / (1 - (1 + rate) ** -12)
schedule = []
balance = principal
for month in range(12):
    interest = balance * rate
    balance -= payment - interest
    schedule.append((month + 1, round(interest, 2), round(balance, 2)))
total_interest = sum(interest for _, interest, _ in schedule)
ans = round(total_interest, 2)
