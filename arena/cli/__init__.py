"""The command line: commands read, call and print."""
