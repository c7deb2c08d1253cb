width = 12
height = 7
area = width * height
del width, height
ans = area
