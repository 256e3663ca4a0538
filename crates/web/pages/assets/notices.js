// Notices of the system, for whoever wants to be told while the page is hidden. They need
// TLS or loopback; elsewhere there are none, and nobody is asked.

import { choice, choose } from "./choices.js";

/** How many hidden pages may keep their streams: a browser has six connections for one host. */
const PLACES = 3;

/** Whether this page may keep its stream while it is hidden. */
let stays = false;

/** Whether there can be notices here. */
export const canNotify = () => isSecureContext && "Notification" in globalThis && "locks" in navigator;

/** Whether they are wanted and allowed. */
export const notifies = () => canNotify() && choice("notices") === "on" && Notification.permission === "granted";

/** Whether the stream of a hidden page stays open. */
export const staysAwake = () => notifies() && stays;

/** Takes one of the few places, for as long as the page is open. */
async function takePlace() {
  for (let at = 0; at < PLACES && !stays; at += 1) {
    await new Promise((/** @type {(value?: unknown) => void} */ go) => {
      navigator.locks.request(`parlour-awake-${at}`, { ifAvailable: true }, (lock) => {
        if (lock) stays = true;
        go();
        return lock ? new Promise(() => {}) : undefined;
      }).catch(go);
    });
  }
}

/** Takes up what was chosen before. */
export function wake() {
  if (notifies()) takePlace();
}

/** Asks the browser, and keeps what was answered. @param {boolean} wanted */
export async function want(wanted) {
  const granted = wanted && canNotify() && (await Notification.requestPermission()) === "granted";
  choose("notices", granted ? "on" : "off");
  if (granted) await takePlace();
  return granted;
}

/** Tells somebody who does not look; the same again takes the place of the one before. @param {string} tag @param {string} title @param {string} text */
export function notify(tag, title, text) {
  if (!document.hidden || !notifies()) return;
  const notice = new Notification(title, { body: text, tag, icon: "/assets/icon.svg" });
  notice.addEventListener("click", () => {
    focus();
    notice.close();
  });
}
