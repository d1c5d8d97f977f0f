"""The gates for whoever writes exercises: lint, the bank of answers, broken answers, a new sheet."""
