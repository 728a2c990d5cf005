// The dialog with small pictures of twelve other seeds.

import { errorText, render } from "../api.js";
import { makeDialog } from "../dialog.js";
import { isAbort, fill, h } from "../dom.js";
import { get, set, mapRequest } from "../store.js";

const COUNT = 12;
/** Parallel requests, few enough to leave the server free for other work. */
const PARALLEL = 2;
/** Approximate width of a picture, in pixels. */
const WIDTH = 320;

/**
 * Derives the seeds of a batch from a seed, so that each seed always has the same variations.
 * @param {string} seed
 * @param {number} batch
 * @returns {string[]}
 */
export function seedsOf(seed, batch) {
  return Array.from({ length: COUNT }, (_, index) => {
    // FNV-1a with a final mix, so that similar inputs give unrelated seeds.
    let hash = 0x811c9dc5;
    for (const letter of `${seed}/${batch * COUNT + index}`)
      hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d);
    return String((hash ^ (hash >>> 13)) >>> 0);
  });
}

/** Opens the dialog. */
export function openVariations() {
  const { imported, seed, map, look } = get();
  let stop = new AbortController();
  /** @type {string[]} */
  const urls = [];
  const dialog = makeDialog("Variations", {
    wide: true,
    closed: () => {
      stop.abort();
      urls.forEach((url) => URL.revokeObjectURL(url));
    },
  });
  if (imported) return dialog.show(h("p", {}, "A map opened from a file has no seed to vary."));

  let batch = 0;
  const cards = h("div", { class: "cards variations", "aria-live": "off" });
  const status = h("p", { class: "muted small-text", role: "status" });
  const cell = Math.max(1, Math.min(12, Math.floor(WIDTH / (map?.size[0] ?? 60))));

  function draw() {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const seeds = seedsOf(seed, batch);
    const holders = seeds.map((seed) => {
      const picture = h("img", { alt: "", width: 240, height: 180 });
      picture.style.visibility = "hidden";
      const text = h("small", {}, "…");
      const button = h(
        "button",
        { type: "button", class: "card", "data-seed": seed, "aria-label": `Seed ${seed}`, onclick: () => pick(seed) },
        picture,
        h("span", { class: "card-text" }, h("strong", {}, seed), text),
      );
      return { seed, picture, text, button };
    });
    fill(
      cards,
      holders.map(({ button }) => button),
    );
    status.textContent = "Drawing…";
    const queue = [...holders];
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { seed, picture, text, button } = next;
        try {
          const blob = await render(
            {
              wish: { ...mapRequest(), seed, edits: undefined },
              look: { ...look, title: undefined, compass: false, scale: false, legend: false },
              format: "png",
              cell,
            },
            signal,
          );
          const url = URL.createObjectURL(blob);
          urls.push(url);
          picture.src = url;
          picture.style.visibility = "visible";
          text.textContent = "";
        } catch (error) {
          if (isAbort(error)) return;
          button.disabled = true;
          text.textContent = errorText(error);
        }
      }
    };
    void Promise.all(Array.from({ length: PARALLEL }, worker)).then(() => {
      if (!signal.aborted) status.textContent = "Choose a map, or show 12 more.";
    });
  }

  /** @param {string} seed */
  function pick(seed) {
    set({ seed });
    dialog.close();
  }

  const more = h("button", { type: "button", class: "button", onclick: () => next(1) }, "Next 12");
  const back = h("button", { type: "button", class: "button", onclick: () => next(-1) }, "Previous 12");
  /** @param {number} by */
  function next(by) {
    batch += by;
    back.disabled = batch === 0;
    draw();
  }
  back.disabled = true;
  draw();
  dialog.show(cards, h("div", { class: "row apart" }, status, h("div", { class: "row" }, back, more)));
}
