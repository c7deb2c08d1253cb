from datetime import date, timedelta

start = date(2023, 1, 30)
day, weekdays = start, 0
while day < date(2023, 3, 1):
    weekdays += day.weekday() < 5
    day += timedelta(days=1)
ans = weekdays
