"""What a process may do."""
