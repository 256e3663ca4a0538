"""A player written from docs/lan-protocol.md alone, with the standard library.

usage: plain_client.py HOST PORT NAME [GAMES]
Plays the first legal thing it finds until so many games are over, then prints
one line per game: its result and the last seq.
"""

import itertools
import json
import socket
import sys

VALUES = {"A": 1, "J": 10, "Q": 15, "K": 20, "X": 0}


def value(card):
    rank = card if card == "X" else card[:-1]
    return VALUES[rank] if rank in VALUES else int(rank)


class Player:
    def __init__(self, host, port, name):
        self.socket = socket.create_connection((host, port), timeout=60)
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")
        self.count = 0
        self.send({"type": "HANDSHAKE", "protocol": 1, "name": name, "token": None})

    def send(self, message):
        self.socket.sendall((json.dumps(message) + "\n").encode())

    def act(self, state, action, **rest):
        self.count += 1
        message = {"type": "PLAYER_ACTION", "action": action, "seq": state["seq"]}
        self.send({**message, **rest, "id": f"py-{self.count}"})

    def choices(self, state):
        """Everything worth trying now, the best first."""
        view = state["view"]
        hand = view["hand"]
        if view["step"] == "choose":
            return [("CHOOSE_NEXT", {"player": state["you"]})]
        if view["step"] == "suffer":
            due = max(0, view["enemy"]["attack"] - view["shield"])
            sets = (s for n in range(len(hand) + 1) for s in itertools.combinations(hand, n))
            paying = [s for s in sets if sum(map(value, s)) >= due]
            paying.sort(key=lambda s: (sum(map(value, s)), len(s)))
            return [("DISCARD", {"cards": list(s)}) for s in paying[:1]]
        singles = sorted(hand, key=value, reverse=True)
        return [("PLAY", {"cards": [card]}) for card in singles] + [("YIELD", {})]

    def play(self, games):
        results, over = [], False
        tried, seq = 0, None
        for line in self.lines:
            message = json.loads(line)
            if message["type"] == "HANDSHAKE":
                self.me = message["player_id"]
                continue
            if message["type"] == "ERROR":
                if message["code"] in ("stale", "paused"):
                    continue
                tried += 1
            else:
                state = message
                tried = 0 if state["seq"] != seq else tried
                seq = state["seq"]
            view = state["view"]
            if view["step"] == "over" and not over:
                over = True
                results.append((view["result"], state["seq"]))
                if len(results) == games:
                    return results
            over = view["step"] == "over"
            if view["paused"]:
                continue
            if view["step"] in ("lobby", "over"):
                if self.me in view["waiting_for"]:
                    self.act(state, "READY")
            elif view["current"] == self.me:
                action, rest = self.choices(state)[tried]
                self.act(state, action, **rest)
        raise SystemExit("the host closed the connection")


if __name__ == "__main__":
    host, port, name = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    wanted = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    for result, last in Player(host, port, name).play(wanted):
        print(result, last)
