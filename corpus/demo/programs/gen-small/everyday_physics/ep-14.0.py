Sure! Outline of the solution:

1. for each resistor, ask llm_model("what is 1/R?")
2. add the replies -> sum
3. extract_answer(...) of the last reply
   - if it's "X", try again (max. 2 times)
4. return (letter, "B", 4)

Let me know if you'd like me to turn this into code!
