"""One submission becomes judged rows: rebuilt, read before it runs, run, judged outside."""
