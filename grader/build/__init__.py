"""A lesson's source becomes two notebooks and the index pages; what learners get is packed."""
