#!/bin/sh
# Chooses the options of another program, which then takes this one's place.
exec node --max-old-space-size=64 "$@"
