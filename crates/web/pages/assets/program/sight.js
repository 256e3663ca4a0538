// The sight editor in the page: a file to open, and buttons for its keys.

import { html } from "../draw.js";
import { words } from "../words/sight.js";
import { above, below, button, keepForLater } from "./frame.js";

above(words.title, html`<label class="button open">${words.open}<input id="chooser" type="file" accept=".txt,.jsonl,text/plain"></label>`);
below(html`<div class="actions" role="group" aria-label=${words.does}>${words.buttons.map(([key, label]) => button(key, label))}</div>`);
keepForLater();
