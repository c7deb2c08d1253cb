"""Programs of the toolkit that run inside the sandbox and can import only what it holds."""
