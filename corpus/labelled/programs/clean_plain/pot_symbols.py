speed = Symbol("speed")
distance = 150
time_taken = 2.5
solution = solve_it(speed * time_taken - distance, speed)
ans = solution[speed]
