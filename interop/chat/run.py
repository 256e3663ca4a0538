"""The doubles of Slack and Telegram against the platforms' own SDKs, both ways.

The SDKs call the doubles through a small proxy that writes down what they send;
`crates/chat/fixtures/sdk-calls.jsonl` keeps it, and the plain tests send the same
bytes to the doubles again. What the adapters themselves send is kept in
`crates/chat/fixtures/outgoing.jsonl`, where the plain tests hold the adapters to it;
here every one of those messages is read by the SDKs' own models.

With PARLOUR_WRITE_GOLDEN=1 the first of the two files is written anew.
"""

import asyncio
import base64
import io
import json
import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.models.blocks import ActionsBlock, Block, ButtonElement, SectionBlock
from slack_sdk.models.views import View
from slack_sdk.signature import SignatureVerifier
from slack_sdk.webhook import WebhookClient
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Message, Update
from telegram.constants import InlineKeyboardButtonLimit, InlineKeyboardMarkupLimit, MessageLimit
from telegram.error import BadRequest, Forbidden, InvalidToken

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "crates" / "chat" / "fixtures"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


class Recorder:
    """A proxy before one double."""

    def __init__(self, name, target, record):
        recorder = self
        self.target = target

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def forward(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                kept = {k: v for k, v in self.headers.items()
                        if k.lower() in ("content-type", "authorization")}
                request = urllib.request.Request(
                    recorder.target + self.path, data=body if self.command == "POST" else None,
                    headers=kept, method=self.command)
                try:
                    with urllib.request.urlopen(request, timeout=30) as answer:
                        status, said = answer.status, answer.read()
                except urllib.error.HTTPError as error:
                    status, said = error.code, error.read()
                try:
                    outcome = json.loads(said)
                except ValueError:
                    outcome = None
                known = ("ok", "error", "error_code", "description")
                shown = {key: outcome[key] for key in known if outcome and key in outcome}
                record.append({
                    "to": name, "path": self.path, "headers": dict(sorted(kept.items())),
                    "body": base64.b64encode(body).decode(), "status": status, "answer": shown,
                })
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            do_POST = do_GET = forward

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def refused(call, error):
    try:
        call()
    except SlackApiError as raised:
        assert raised.response["error"] == error, raised
        return
    raise AssertionError(f"{error} was expected")


def slack(url):
    client = WebClient(token="xoxb-1", base_url=url + "/api/")
    assert client.auth_test()["user_id"] == "UBOT"
    channel = client.conversations_open(users="U1")["channel"]["id"]
    blocks = [
        SectionBlock(text="A Vie - Bud &amp; more"),
        ActionsBlock(elements=[ButtonElement(text="Ready", value="ready", action_id="say-0-0")]),
    ]
    sent = client.chat_postMessage(channel=channel, text="Noted.", blocks=blocks)
    assert client.chat_update(channel=channel, ts=sent["ts"], text="Noted again.")["ok"]
    assert client.chat_delete(channel=channel, ts=sent["ts"])["ok"]
    assert client.chat_postEphemeral(channel="C1", user="U1", text="Only you.")["ok"]
    assert client.users_info(user="U1")["user"]["profile"]["display_name"] == "Ann"
    shared = client.files_upload_v2(channel="C1", filename="map.png", content=PNG,
                                    initial_comment="Spring 1901")
    assert shared["ok"], shared
    refused(lambda: client.chat_postMessage(channel="C404", text="x"), "channel_not_found")
    refused(lambda: client.chat_postMessage(channel="C1", text="x" * 4001), "msg_too_long")
    refused(lambda: client.views_open(trigger_id="old", view={
        "type": "modal", "title": {"type": "plain_text", "text": "Orders"},
        "blocks": [{"type": "section", "text": {"type": "plain_text", "text": "x"}}],
    }), "expired_trigger_id")
    refused(lambda: WebClient(token="no", base_url=url + "/api/").auth_test(), "invalid_auth")
    # An answer by response_url, which the double knows only for a real command.
    assert WebhookClient(url + "/hook/unknown").send(text="x").status_code == 404


async def telegram(url, say):
    bot = Bot(token="42:TOKEN", base_url=url + "/bot", base_file_url=url + "/file/bot")
    async with bot:
        assert bot.username == "parlour_bot"
        try:
            await bot.send_message(chat_id=1, text="too early")
            raise AssertionError("a closed inbox takes nothing")
        except Forbidden:
            pass
        say(1, 1, "/start hello")
        updates = await bot.get_updates(timeout=5)
        assert updates[-1].message.text == "/start hello"
        assert updates[-1].message.entities[0].type == "bot_command"
        await bot.get_updates(offset=updates[-1].update_id + 1, timeout=0)
        keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("Ready", callback_data="ready")]])
        sent = await bot.send_message(chat_id=1, text="Ready?", reply_markup=keyboard)
        assert sent.chat.id == 1 and sent.reply_markup.inline_keyboard[0][0].text == "Ready"
        say("press", 1, sent.message_id, "ready")
        pressed = (await bot.get_updates(timeout=5))[-1].callback_query
        assert pressed.data == "ready" and pressed.message.message_id == sent.message_id
        assert await pressed.answer("Noted.")
        await bot.get_updates(offset=-1, timeout=0)
        await bot.edit_message_text("Ready.", chat_id=1, message_id=sent.message_id)
        photo = await bot.send_photo(chat_id=-9, photo=io.BytesIO(PNG), caption="map")
        assert photo.caption == "map" and photo.photo
        document = await bot.send_document(chat_id=-9, document=PNG, filename="game.jsonl")
        assert document.document.file_name == "game.jsonl"
        await bot.delete_message(chat_id=-9, message_id=photo.message_id)
        assert await bot.set_webhook("https://bot.example.org/x", secret_token="s3cret")
        assert (await bot.get_webhook_info()).url == "https://bot.example.org/x"
        assert await bot.delete_webhook()
        try:
            await bot.send_message(chat_id=-9, text="x" * (MessageLimit.MAX_TEXT_LENGTH + 1))
            raise AssertionError("4,097 characters are too many")
        except BadRequest:
            pass
    try:
        async with Bot(token="43:WRONG", base_url=url + "/bot"):
            raise AssertionError("another token is not taken")
    except InvalidToken:
        pass


def outgoing_slack(method, said):
    """Reads one message of the adapter's by slack_sdk's models."""
    if method == "views.open":
        view = View(**said["view"])
        view.validate_json()
        blocks = said["view"]["blocks"]
        assert [block.to_dict()["type"] for block in view.blocks] == [it["type"] for it in blocks]
    blocks = said.get("blocks") or said.get("view", {}).get("blocks")
    if blocks:
        read = Block.parse_all(blocks)
        assert len(read) == len(blocks)
        for block, written in zip(read, blocks):
            block.validate_json()
            assert block.to_dict()["type"] == written["type"], (block, written)
            assert len(block.to_dict().get("elements", [])) == len(written.get("elements", []))


def outgoing_telegram(method, said):
    """Reads one message of the adapter's by python-telegram-bot's models."""
    markup = said.get("reply_markup")
    if isinstance(markup, str):
        markup = json.loads(markup)
    if markup:
        read = InlineKeyboardMarkup.de_json(markup, None)
        keys = [key for row in read.inline_keyboard for key in row]
        assert 1 <= len(keys) <= InlineKeyboardMarkupLimit.TOTAL_BUTTON_NUMBER
        for row in read.inline_keyboard:
            assert len(row) <= InlineKeyboardMarkupLimit.BUTTONS_PER_ROW
        for key in keys:
            size = len(key.callback_data.encode())
            assert InlineKeyboardButtonLimit.MIN_CALLBACK_DATA <= size
            assert size <= InlineKeyboardButtonLimit.MAX_CALLBACK_DATA
    length = len(said.get("text", "").encode("utf-16-le")) // 2
    assert length <= MessageLimit.MAX_TEXT_LENGTH
    if method == "sendMessage":
        shown = {"message_id": 1, "date": 1, "chat": {"id": said["chat_id"], "type": "private"},
                 "text": said["text"]}
        assert Message.de_json(shown, None).text == said["text"] and length > 0
    caption = len(said.get("caption", "").encode("utf-16-le")) // 2
    assert caption <= MessageLimit.CAPTION_LENGTH


def outgoing():
    lines = (FIXTURES / "outgoing.jsonl").read_text().splitlines()
    seen = set()
    for line in lines:
        call = json.loads(line)
        seen.add((call["platform"], call["method"]))
        read = outgoing_slack if call["platform"] == "slack" else outgoing_telegram
        read(call["method"], call["arguments"])
    for wanted in [("slack", "response"), ("slack", "response_url"), ("slack", "views.open"),
                   ("slack", "chat.postMessage"), ("slack", "chat.postEphemeral"),
                   ("slack", "files.completeUploadExternal"), ("telegram", "sendMessage"),
                   ("telegram", "sendPhoto"), ("telegram", "sendDocument"),
                   ("telegram", "deleteMessage"), ("telegram", "answerCallbackQuery")]:
        assert wanted in seen, f"{wanted} is not among the outgoing messages"
    return len(lines)


def signatures(signed):
    """The double signs as slack_sdk verifies."""
    verifier = SignatureVerifier("secret")
    verifier.clock.now = lambda: signed["stamp"]
    assert verifier.is_valid(signed["body"], str(signed["stamp"]), signed["signature"])
    assert not verifier.is_valid(signed["body"] + "x", str(signed["stamp"]), signed["signature"])


def main():
    command = ["cargo", "run", "--quiet", "--package", "parlour-chat", "--features", "doubles",
               "--example", "doubles"]
    doubles = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               text=True)
    record = []
    try:
        addresses = json.loads(doubles.stdout.readline())

        def say(*words):
            verb = words if words[0] == "press" else ("say", *words)
            line = " ".join(str(word) for word in verb)
            record.append({"do": line})
            doubles.stdin.write(line + "\n")
            doubles.stdin.flush()
            assert doubles.stdout.readline() == "done\n"

        signatures(addresses["signed"])
        front = Recorder("slack", addresses["slack"].removesuffix("/api"), record)
        slack(front.url)
        print("slack_sdk and the double of Slack agree")
        front = Recorder("telegram", addresses["telegram"], record)
        asyncio.run(telegram(front.url, say))
        print("python-telegram-bot and the double of Telegram agree")
    finally:
        doubles.stdin.close()
        doubles.wait(timeout=20)
    print(f"the SDKs' models read {outgoing()} outgoing messages")
    fixture = FIXTURES / "sdk-calls.jsonl"
    if os.environ.get("PARLOUR_WRITE_GOLDEN"):
        fixture.write_text("".join(json.dumps(line) + "\n" for line in record))
    kept = [json.loads(line) for line in fixture.read_text().splitlines()]
    steps = [(it.get("do"), it.get("path"), it.get("status"), it.get("answer")) for it in record]
    known = [(it.get("do"), it.get("path"), it.get("status"), it.get("answer")) for it in kept]
    assert steps == known, "the SDKs do something else than sdk-calls.jsonl says"
    print(f"{len(record)} steps are those of sdk-calls.jsonl")


if __name__ == "__main__":
    sys.exit(main())
