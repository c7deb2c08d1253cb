"""Models of builtins and of the modules that contracts allow."""
