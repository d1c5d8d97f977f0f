"""The table of facts: what the lessons claim of JAX, measured on every version set, and where behaviour changed."""
