"""A whole class: resumable, on cores or on a cluster."""
