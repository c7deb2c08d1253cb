from collections import deque


def f(graph):
    incoming = {node: 0 for node in graph}
    for targets in graph.values():
        for target in targets:
            incoming[target] += 1
    ready = deque(sorted(node for node, count in incoming.items() if count == 0))
    order = []
    for _ in range(len(graph)):
        if not ready:
            raise ValueError("a cycle")
        node = ready.popleft()
        order.append(node)
        for target in graph[node]:
            incoming[target] -= 1
            if incoming[target] == 0:
                ready.append(target)
    return order
