"""The program that is compared: JSON lines in, JSON lines out."""

import json
import subprocess
import sys


def answers(path, words, lines):
    """Feeds JSON lines to a command of `parlour diplomacy` and reads its answers."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    command = [path, "diplomacy", *words]
    ran = subprocess.run(command, input=text, capture_output=True, text=True)
    if ran.stderr:
        print(ran.stderr, file=sys.stderr)
    return [json.loads(line) for line in ran.stdout.splitlines()]
