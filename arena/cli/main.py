"""``arena``: the commands, and what becomes of errors."""

from __future__ import annotations

import io
import os
import sys
from typing import IO, Any

import click

from arena import __version__
from arena.cli.lazy import COMMON_OPTIONS, Lazy, LazyGroup
from arena.errors import ArenaError, LeagueError

INTERRUPTED = 130

COMMANDS = {
    "run": Lazy("arena.cli.run:run", "Play what is left of LEAGUE and print its leaderboard."),
    "plan": Lazy("arena.cli.plan:plan", "Tell what LEAGUE comes to: matches, time, error bars."),
    "leaderboard": Lazy("arena.cli.leaderboard:leaderboard", "Rank the bots of LEAGUE by rating."),
    "standings": Lazy("arena.cli.standings:standings", "Print the league table of LEAGUE."),
    "crosstable": Lazy(
        "arena.cli.crosstable:crosstable", "Print how the bots of LEAGUE did against each other."
    ),
    "matches": Lazy("arena.cli.matches:matches", "List the finished matches of LEAGUE."),
    "show": Lazy("arena.cli.show:show", "Show one match of LEAGUE."),
    "play": Lazy(
        "arena.cli.play:play", "Play one match of TEN outside any league, the first BOT in seat 0."
    ),
    "verify": Lazy("arena.cli.verify:verify", "Replay match records by the rules."),
    "audit": Lazy("arena.cli.audit:audit", "Check that all that LEAGUE has stored adds up."),
    "rerate": Lazy("arena.cli.rerate:rerate", "Rebuild the ratings of LEAGUE from its records."),
    "export": Lazy("arena.cli.export:export", "Write what LEAGUE has stored, for other programs."),
    "backup": Lazy("arena.cli.backup:backup", "Copy the database of LEAGUE, also during a run."),
    "doctor": Lazy("arena.cli.doctor:doctor", "Tell how well this machine can hold bots, and why."),
    "rules": Lazy("arena.cli.rules:rules", "Print the rules of TEN."),
    "league": Lazy("arena.cli.league:league", "What organisers need."),
    "bot": Lazy("arena.cli.bot:bot", "What bot authors need."),
    "completion": Lazy(
        "arena.cli.completion:completion", "Print what makes a shell complete `arena` at TAB."
    ),
}


class Refusal(click.ClickException):
    """An ArenaError on its way to the user: a sentence on standard error, or several."""

    def __init__(self, error: ArenaError) -> None:
        super().__init__(str(error))
        self.sentences = error.complaints if isinstance(error, LeagueError) else [str(error)]

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentences."""
        from arena.reports.cells import printable  # noqa: PLC0415 because only errors need it

        label = click.style("Error:", fg="red", bold=True)
        for sentence in self.sentences:
            text = "\n".join(printable(line) for line in sentence.split("\n"))
            stop = "" if text.endswith((".", "!", "?")) else "."
            click.echo(f"{label} {text}{stop}", file, err=True, color=self.show_color)


class Program(LazyGroup):
    """The group of all commands."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. What the user can mend is said in a sentence; bugs show a traceback."""
        if os.environ.get("NO_COLOR"):
            ctx.color = False
        try:
            return super().invoke(ctx)
        except ArenaError as error:
            raise Refusal(error) from error
        except OSError as error:
            if not error.filename:
                raise
            raise Refusal(ArenaError(f"{error.filename}: {error.strerror}")) from error
        except KeyboardInterrupt:
            click.echo(err=True)
            ctx.exit(INTERRUPTED)


@click.group(
    cls=Program,
    lazy=COMMANDS,
    params=[*COMMON_OPTIONS],
    context_settings={
        "auto_envvar_prefix": "ARENA",
        "help_option_names": ["-h", "--help"],
        "show_default": True,
    },
)
@click.version_option(__version__, prog_name="arena", message="%(prog)s %(version)s")
def program(**_: bool) -> None:
    """Run bot programming competitions that can be repeated to the byte.

    LEAGUE is a league file; its database is kept beside it. Every option can be given in the
    environment as well: ARENA_LEADERBOARD_FORMAT=json.
    """


def main() -> None:
    """Run the command line and exit."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # What is written to a file or to another program is UTF-8 whatever the locale.
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")
    program()
