"""Every claim of the lessons, measured on every version of JAX."""
