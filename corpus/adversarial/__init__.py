"""Short programs whose solver calls, or whose answer, depend on what Python does where a model of it easily errs.

``programs/<class>/<name>.py``: each follows the contract ``cgr``, and its first line says what is hard about it.
:mod:`suite` reads them and says what they are run with; ``python -m benchmarks.adversarial`` compares what the analysis
claims of them with what they do.
"""
