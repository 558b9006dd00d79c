"""Hypothesis measures no time: a slow machine is no failure."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("arena", deadline=None)
settings.load_profile("arena")
