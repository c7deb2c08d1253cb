principal = 1200
rate = 0.05
years = 3
amount = principal * (1 + rate) ** years
ans = round(amount - principal, 2)
