"""The doubles of Slack and Telegram, called by the platforms' own SDKs."""

import asyncio
import io
import json
import subprocess
import sys
from pathlib import Path

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.models.blocks import ActionsBlock, ButtonElement, SectionBlock
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest, Forbidden

ROOT = Path(__file__).resolve().parents[2]
PNG = bytes.fromhex("89504e470d0a1a0a")


def refused(call, error):
    try:
        call()
    except SlackApiError as raised:
        assert raised.response["error"] == error, raised
        return
    raise AssertionError(f"{error} was expected")


def slack(url):
    client = WebClient(token="xoxb-1", base_url=url + "/")
    assert client.auth_test()["user_id"] == "UBOT"
    channel = client.conversations_open(users="U1")["channel"]["id"]
    blocks = [
        SectionBlock(text="A Vie - Bud &amp; more"),
        ActionsBlock(elements=[ButtonElement(text="Ready", value="ready", action_id="say-0-0")]),
    ]
    sent = client.chat_postMessage(channel=channel, text="Noted.", blocks=blocks)
    assert client.chat_update(channel=channel, ts=sent["ts"], text="Noted again.")["ok"]
    assert client.chat_postEphemeral(channel="C1", user="U1", text="Only you.")["ok"]
    assert client.users_info(user="U1")["user"]["profile"]["display_name"] == "Ann"
    shared = client.files_upload_v2(channel="C1", filename="map.png", content=PNG)
    assert shared["ok"], shared
    refused(lambda: client.chat_postMessage(channel="C404", text="x"), "channel_not_found")
    refused(lambda: WebClient(token="no", base_url=url + "/").auth_test(), "invalid_auth")


async def telegram(url, say):
    bot = Bot(token="42:TOKEN", base_url=url + "/bot", base_file_url=url + "/file/bot")
    async with bot:
        assert bot.username == "parlour_bot"
        try:
            await bot.send_message(chat_id=1, text="too early")
            raise AssertionError("a closed inbox takes nothing")
        except Forbidden:
            pass
        say("say 1 1 /start hello")
        updates = await bot.get_updates(timeout=5)
        assert updates[-1].message.text == "/start hello"
        assert updates[-1].message.entities[0].type == "bot_command"
        await bot.get_updates(offset=updates[-1].update_id + 1, timeout=0)
        keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("Ready", callback_data="ready")]])
        sent = await bot.send_message(chat_id=1, text="Ready?", reply_markup=keyboard)
        assert sent.chat.id == 1 and sent.reply_markup.inline_keyboard[0][0].text == "Ready"
        await bot.edit_message_text("Ready.", chat_id=1, message_id=sent.message_id)
        photo = await bot.send_photo(chat_id=-9, photo=io.BytesIO(PNG), caption="map")
        assert photo.caption == "map"
        await bot.delete_message(chat_id=-9, message_id=photo.message_id)
        try:
            await bot.send_message(chat_id=-9, text="x" * 4097)
            raise AssertionError("4,097 characters are too many")
        except BadRequest:
            pass


def main():
    command = ["cargo", "run", "--quiet", "--package", "parlour-chat", "--features", "doubles",
               "--example", "doubles"]
    doubles = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               text=True)
    try:
        addresses = json.loads(doubles.stdout.readline())

        def say(line):
            doubles.stdin.write(line + "\n")
            doubles.stdin.flush()

        slack(addresses["slack"])
        print("slack_sdk and the double of Slack agree")
        asyncio.run(telegram(addresses["telegram"], say))
        print("python-telegram-bot and the double of Telegram agree")
    finally:
        doubles.stdin.close()
        doubles.wait(timeout=20)


if __name__ == "__main__":
    sys.exit(main())
