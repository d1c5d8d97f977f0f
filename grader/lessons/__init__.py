"""A lesson's source and its bank, parsed; what a check wants to see."""
