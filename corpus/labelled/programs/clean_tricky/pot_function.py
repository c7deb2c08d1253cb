def share(total, parts, index):
    return total * parts[index] / sum(parts)


ans = share(720, [2, 3, 4], 2)
