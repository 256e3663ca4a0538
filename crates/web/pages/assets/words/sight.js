// What the page of the sight editor says.

export const words = {
  title: "Sight editor",
  does: "What to do",
  open: "Open a file",
  buttons: /** @type {[string, string][]} */ ([
    ["Enter", "Observer here"],
    ["m", "Its size"],
    ["f", "Kind of sight"],
    ["a", "Path"],
    ["u", "Undo"],
    ["y", "Redo"],
    ["r", "Random map"],
    ["+", "Closer"],
    ["-", "Farther"],
    ["Home", "Whole sheet"],
    ["h", "Help"],
  ]),
};
