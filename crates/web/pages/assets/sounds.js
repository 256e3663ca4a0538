// Two small sounds, made by the browser itself and off unless somebody wants them.

import { choice } from "./choices.js";

/** @type {AudioContext | null} */
let context = null;

/** @param {"card" | "turn"} what */
export function sound(what) {
  if (choice("sounds") !== "on" || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = what === "card" ? "triangle" : "sine";
  tone.frequency.setValueAtTime(what === "card" ? 220 : 523, now);
  tone.frequency.exponentialRampToValueAtTime(what === "card" ? 120 : 784, now + 0.12);
  volume.gain.setValueAtTime(0.08, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.2);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.22);
}
