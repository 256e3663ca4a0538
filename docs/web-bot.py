"""Plays Kingslayer alone over the web API: python3 web-bot.py LINK

LINK is what `parlour web --no-open` prints. Nothing but Python is needed.
"""

import http.cookiejar
import json
import sys
import urllib.error
import urllib.request
import uuid

origin, token = sys.argv[1].split("/join#")
cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
browser = urllib.request.build_opener(cookies)


def ask(path, body=None):
    """GET without a body, POST with one; the answer, or a refusal with code and words."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(origin + path, data)
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.add_header("Origin", origin)
    try:
        with browser.open(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        return json.load(refused)


def choose(table):
    """The most damage that can be paid for afterwards; else the cheapest payment."""
    commands = ask(table + "/ask", {"ask": "legal"})["commands"]

    def worth(command):
        word, *cards = command.split()
        if word == "flip":
            return (-2, 0)
        if word not in ("play", "pay"):
            return (-1, 0)
        seen = ask(table + "/ask", {"ask": "preview", "cards": cards})
        if word == "pay":
            return (0, -seen["pay"]["paid"])
        return (int(seen["play"]["safe"]), seen["play"]["damage"])

    return max(commands, key=worth)


ask("/api/claim", {"token": token})
opened = ask("/api/tables", {"game": "kingslayer", "wish": {"kind": "ordinary"}})
table = "/api/tables/" + opened["table"]
while not (glance := ask(table)["glance"])["over"]:
    wish = {"stage": glance["stage"], "id": uuid.uuid4().hex, "command": choose(table)}
    answer = ask(table + "/commands", wish)
    print(wish["command"], "-", answer.get("words", "accepted"))
print("over:", json.dumps(glance["outcome"]))
