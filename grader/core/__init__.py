"""What all others use: errors, files, tables, pages, paths, the machine."""
