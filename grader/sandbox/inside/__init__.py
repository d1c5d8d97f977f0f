"""All that is mounted into the sandbox, and nothing else; imports nothing of ours."""
