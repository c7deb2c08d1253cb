"""CodeStepsEval: whether the steps that a model plans are the reference's, and whether its code passes the tests."""
