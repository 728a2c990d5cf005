// Twelve other seeds as small pictures, to choose one.

import { render } from "../api.js";
import { makeDialog } from "../dialog.js";
import { aborted, fill, h } from "../dom.js";
import { get, set, wish } from "../store.js";
import { reason } from "./download.js";

const COUNT = 12;
/** The server has other things to do as well. */
const AT_ONCE = 2;
/** About how wide a picture is, in pixels. */
const WIDTH = 320;

/** The seeds of a batch: made of the seed, so that the same seed has the same variations. @param {string} seed @param {number} batch @returns {string[]} */
export function seedsOf(seed, batch) {
  return Array.from({ length: COUNT }, (_, index) => {
    // FNV-1a with a last stir: neighbours get seeds that look nothing alike.
    let hash = 0x811c9dc5;
    for (const letter of `${seed}/${batch * COUNT + index}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
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
  if (imported) return dialog.show(h("p", {}, "A map that was opened from a file has no other seeds."));

  let batch = 0;
  const cards = h("div", { class: "cards variations", "aria-live": "off" });
  const said = h("p", { class: "muted small-text", role: "status" });
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
      const button = h("button", { type: "button", class: "card", "data-seed": seed, "aria-label": `Seed ${seed}`, onclick: () => pick(seed) }, picture, h("span", { class: "card-text" }, h("strong", {}, seed), text));
      return { seed, picture, text, button };
    });
    fill(cards, holders.map(({ button }) => button));
    said.textContent = "Being drawn …";
    const queue = [...holders];
    const worker = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { seed, picture, text, button } = next;
        try {
          const blob = await render({ wish: { ...wish(), seed, edits: undefined }, look: { ...look, title: undefined, compass: false, scale: false, legend: false }, format: "png", cell }, signal);
          const url = URL.createObjectURL(blob);
          urls.push(url);
          picture.src = url;
          picture.style.visibility = "visible";
          text.textContent = "";
        } catch (error) {
          if (aborted(error)) return;
          button.disabled = true;
          text.textContent = reason(error);
        }
      }
    };
    void Promise.all(Array.from({ length: AT_ONCE }, worker)).then(() => {
      if (!signal.aborted) said.textContent = "Choose one, or have another twelve.";
    });
  }

  /** @param {string} seed */
  function pick(seed) {
    set({ seed });
    dialog.close();
  }

  const more = h("button", { type: "button", class: "button", onclick: () => next(1) }, "Another 12");
  const back = h("button", { type: "button", class: "button", onclick: () => next(-1) }, "The 12 before");
  /** @param {number} by */
  function next(by) {
    batch += by;
    back.disabled = batch === 0;
    draw();
  }
  back.disabled = true;
  draw();
  dialog.show(cards, h("div", { class: "row apart" }, said, h("div", { class: "row" }, back, more)));
}
