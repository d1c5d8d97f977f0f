"""Any files become (student, lesson, notebook): folders, archives, names, class lists, dates."""
