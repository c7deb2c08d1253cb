import numpy as np

values = np.array([3, 5, 7])
ans = float(values.mean())
