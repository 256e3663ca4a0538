// What was resolved and not looked at on this device: offered until somebody looks, or says
// that they will not.

/** @typedef {import("./state.js").State} State */

/** @param {{ state: State, draw: () => void, leaf: (phase: string) => void }} page `leaf` opens the past at a phase */
export function unseen({ state, draw, leaf }) {
  const kept = `looked:${state.glance.table}`;
  const now = () => state.glance.view.phase;

  function looked() {
    state.unseen = null;
    try {
      localStorage.setItem(kept, now());
    } catch {
      // Then it is offered again next time.
    }
  }

  /** Since when nobody has looked here. */
  function begin() {
    if (!state.glance.started) return;
    let before = null;
    try {
      before = localStorage.getItem(kept);
    } catch {
      // Then nothing is known of other visits.
    }
    if (before === null) looked();
    else if (before !== now()) state.unseen = before;
  }

  return {
    begin, looked,
    /** A phase was resolved before one's eyes: what came of the last one is asked for. @param {string} phase */
    resolved: (phase) => (state.unseen = phase),
    lookBack: () => {
      const phase = state.unseen;
      looked();
      if (phase) leaf(phase);
    },
    dismiss: () => {
      looked();
      draw();
    },
  };
}
