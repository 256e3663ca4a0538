// Small sounds, made by the browser itself and off unless somebody wants them.

import { choice } from "./choices.js";

/** @type {AudioContext | null} */
let context = null;

/** From which pitch to which, how long, and of which kind. @type {Record<string, [number, number, number, OscillatorType]>} */
const TONES = {
  card: [220, 120, 0.2, "triangle"],
  turn: [523, 784, 0.2, "sine"],
  hurt: [180, 70, 0.25, "sawtooth"],
  slain: [140, 420, 0.18, "triangle"],
  seen: [660, 620, 0.14, "square"],
  taken: [700, 1050, 0.14, "sine"],
  stairs: [330, 110, 0.5, "sine"],
  end: [260, 55, 1.2, "triangle"],
};

/** @param {string} what */
export function sound(what) {
  const tone = TONES[what];
  if (!tone || choice("sounds") !== "on" || typeof AudioContext === "undefined") return;
  const [from, to, length, kind] = tone;
  context ??= new AudioContext();
  const now = context.currentTime;
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = kind;
  voice.frequency.setValueAtTime(from, now);
  voice.frequency.exponentialRampToValueAtTime(to, now + length * 0.6);
  volume.gain.setValueAtTime(0.08, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  voice.connect(volume).connect(context.destination);
  voice.start(now);
  voice.stop(now + length + 0.02);
}
