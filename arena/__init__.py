"""Runs bot programming competitions that can be repeated to the byte."""

__version__ = "0.1.0"
