"""nbgrader's course directory and database."""
