I cannot run code here, but I am happy to explain how the scaffold should work.

First, show the solver the question "Which protein network makes wheat dough stretchy?" together with the
three options. Then ask it twice, once plainly and once with step-by-step reasoning. If both replies name the
same letter, take that letter; otherwise ask a third time and take the majority.

My own answer would be A (gluten), and I would rate the difficulty at 2 out of 10.
