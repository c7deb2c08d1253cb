"""cgr-audit: what programs that a language model wrote did, and what their accuracy numbers mean."""
