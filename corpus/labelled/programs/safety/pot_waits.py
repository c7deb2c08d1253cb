import time

time.sleep(0.1)
speed = 60
ans = speed * 1.5
