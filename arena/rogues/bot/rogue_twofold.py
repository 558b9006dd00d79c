"""A module of which the harness may ship bytecode that says otherwise."""

IS_SOURCE = True
