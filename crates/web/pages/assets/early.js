// Runs before the first line is drawn, so that no page flashes in the wrong light.
// Everything else about these choices is in `choices.js`.
(() => {
  try {
    const kept = JSON.parse(localStorage.getItem("parlour") ?? "{}");
    for (const name of ["theme", "colours", "suits", "motion"]) {
      if (typeof kept[name] === "string") document.documentElement.dataset[name] = kept[name];
    }
  } catch {
    // A browser that keeps nothing shows the page as it comes.
  }
})();
