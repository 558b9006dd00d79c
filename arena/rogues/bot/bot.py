"""rogue: tries one way out of its sandbox, says how that went, and plays the first action.

Which way is the name of its own seat; the other seat's name holds, as JSON, where the things are
that it is to attack. A way that begins at import stands in FLAG, in front of this file.
It is a Python bot and, as a program, one that speaks the protocol itself.
"""

import importlib
import json
import os
import sys
import types

FLAG = globals().get("FLAG", "")
PROGRAM = __name__ == "__main__"
REPLIES = 1 if PROGRAM else 4
LONGEST_EVIDENCE = 400

if PROGRAM:
    sys.path.append(os.path.dirname(os.path.abspath(__file__)))


class World:
    """What an attack knows: the facts of the harness, the match, the question."""

    def __init__(self, match, facts):
        self.__dict__.update(facts)
        self.match = match
        self.view = None
        self.asked = 0
        self.program = PROGRAM
        self.replies = REPLIES
        self.folder = os.path.dirname(os.path.abspath(__file__))


def report(behaviour, outcome, evidence):
    """Say in one line of JSON how it went."""
    line = {"behaviour": behaviour, "outcome": outcome, "evidence": evidence[:LONGEST_EVIDENCE]}
    print(json.dumps(line), file=sys.stderr if PROGRAM else sys.stdout, flush=True)


def attack(module, behaviour, world):
    """Try one behaviour; whatever it raises that is no fault of its own is a refusal."""
    found = importlib.import_module(module)
    try:
        evidence = found.ATTACKS[behaviour](world)
    except getattr(found, "REFUSALS", ()) as error:
        outcome = "absent" if type(error).__name__ == "Absent" else "refused"
        report(behaviour, outcome, f"{type(error).__name__}: {error}")
        return None
    if isinstance(evidence, Answer):
        return evidence.value
    report(behaviour, "done", str(evidence))
    return None


def name_all():
    """Name every module that may be imported; never called.

    A sandbox that opens no files, or that compiles beforehand, goes by what a source names.
    """
    import rogue_files
    import rogue_honest
    import rogue_import
    import rogue_ipc
    import rogue_network
    import rogue_output
    import rogue_privileges
    import rogue_processes
    import rogue_secrets
    import rogue_time  # noqa: F401


class Answer:
    """What ``decide`` is to return in place of an action."""

    def __init__(self, value):
        self.value = value


sys.modules["rogue_bot"] = sys.modules[__name__]  # the attacks' way to Answer

if FLAG:
    import rogue_import

    rogue_import.ATTACKS[FLAG](World(None, {}))


class Bot:
    """Attacks when it is made, at its first question, or at the end."""

    def __init__(self, match):
        self.behaviour = match.names[match.seat]
        self.world = World(match, json.loads(match.names[1 - match.seat]))
        if self.world.when == "make":
            attack(self.world.module, self.behaviour, self.world)

    def decide(self, view):
        self.world.asked += 1
        self.world.view = view
        if self.world.when == "decide" and self.world.asked == 1:
            given = attack(self.world.module, self.behaviour, self.world)
            if given is not None:
                return given[0]
        return view.legal[0]

    def end(self, result):
        if self.world.when == "end":
            attack(self.world.module, self.behaviour, self.world)


def as_object(value):
    """JSON with its keys as attributes, as a Python bot sees a view."""
    if isinstance(value, dict):
        return types.SimpleNamespace(**{key: as_object(part) for key, part in value.items()})
    if isinstance(value, list):
        return [as_object(part) for part in value]
    return value


def main():
    """Speak bot protocol 1."""
    bot = None
    with os.fdopen(0, "rb", closefd=False) as requests:
        for line in requests:
            message = json.loads(line)
            if message["type"] == "start":
                bot = Bot(as_object(message))
            elif message["type"] == "decide":
                view = as_object(message["view"])
                view.legal = message["legal"]
                text = json.dumps({"id": message["id"], "action": bot.decide(view)})
                os.write(REPLIES, text.encode() + b"\n")
            elif message["type"] == "end":
                bot.end(as_object(message["result"]))
                return


if PROGRAM:
    main()
