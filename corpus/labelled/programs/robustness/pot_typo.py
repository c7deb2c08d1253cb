price = 80
discount = 0.25
ans = price * (1 - discuont)
