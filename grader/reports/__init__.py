"""What people get back: feedback pages, the class at a glance, marks for a learning platform."""
