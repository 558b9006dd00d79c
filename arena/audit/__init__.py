"""Audits: does all that a league has stored add up?"""
