# 12 workers need 5 days; 20 workers need how many?
workers, days = 12, 5
ans = workers * days / 20
