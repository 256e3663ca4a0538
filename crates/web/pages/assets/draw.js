// What turns a view into elements: the one library of the pages, behind one door.
// Values are always text or attributes, never markup.

export { html, nothing, render, svg } from "./vendor/lit-html/lit-html.js";
export { repeat } from "./vendor/lit-html/directives/repeat.js";
