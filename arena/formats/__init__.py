"""Formats: which matches a plan asks for, and in which order."""
