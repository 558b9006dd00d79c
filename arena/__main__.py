"""``python -m arena`` and the program ``arena``."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line and exit; Ctrl-C before it is there ends the process quietly."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from arena.cli.main import main as run  # noqa: PLC0415 because it takes most of the start

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


if __name__ == "__main__":
    main()
