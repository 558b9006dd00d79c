"""What of the file system a bot gets to see: the public runtime and its own folder."""

from __future__ import annotations

from pathlib import Path

import msgspec

from arena.sandbox.namespaces import Binding

SYSTEM_LIBRARIES = tuple(
    Path(place)
    for place in ("/usr/lib", "/usr/lib64", "/usr/lib32", "/lib", "/lib64", "/etc/ld.so.cache")
)

PROGRAM_FOLDERS = tuple(
    Path(place) for place in ("/usr/local/bin", "/usr/bin", "/bin", "/etc/alternatives")
)
"""Where programs are looked up and linked. What is not also executable is only seen."""

BOTS_FOLDER = Path("/bot")
"""Where a bot finds its folder in a world of its own. It is the working folder everywhere."""


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """Paths that can be read, that can be executed as well, and that are seen in their folder."""

    readable: list[str]
    executable: list[str] = []
    seen: list[str] = []
    devices: list[str] = []

    def bindings(self, folder: Path) -> list[Binding]:
        """What is bound into a world of its own for the bot in this folder."""
        paths = [path for path in self._paths() if not _is_system_link(path)]
        outermost = [path for path in paths if not any(p in paths for p in path.parents)]
        return [
            *(Binding(path.resolve(), path) for path in outermost),
            *(Binding(Path(path), Path(path), device=True) for path in self.devices),
            Binding(folder.resolve(), BOTS_FOLDER),
        ]

    def roots(self, folder: Path) -> list[Path]:
        """Beneath which everything lies that the bot in this folder can read; none twice."""
        readable = map(Path, (*self.readable, *self.executable))
        paths = {path.resolve() for path in (*readable, folder) if path.exists()}
        return sorted(path for path in paths if paths.isdisjoint(path.parents))

    def links(self) -> list[tuple[Path, str]]:
        """Links of the system such as ``/lib``, with what they say."""
        return [(path, str(path.readlink())) for path in self._paths() if _is_system_link(path)]

    def _paths(self) -> list[Path]:
        paths = dict.fromkeys((*self.readable, *self.executable, *self.seen))
        return [Path(path) for path in paths if not Path(path).is_relative_to(BOTS_FOLDER)]


def _is_system_link(path: Path) -> bool:
    return path in (*SYSTEM_LIBRARIES, *PROGRAM_FOLDERS) and path.is_symlink()
