I would ask the solver twice and compare the two letters it gives. If they
differ, the careful answer should win, because the quick one is often wrong.
My own answer is B, and I rate the difficulty 3.
