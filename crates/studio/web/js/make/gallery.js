// The gallery of presets and layouts.

import { thumbnail } from "../api.js";
import { fill, h } from "../dom.js";
import { makeDialog } from "../dialog.js";
import { humanize } from "../format.js";
import { icon } from "../icons.js";
import { get } from "../store.js";
import { choosePreset } from "../request/actions.js";

/** @typedef {{name: string, title: string, summary: string, words: string}} Card */

/**
 * The groups of cards, in the order of the server.
 * @returns {{title: string, about: string, cards: Card[]}[]}
 */
function groups() {
  const { list } = get();
  if (!list) return [];
  /**
   * @param {string} name
   * @param {string} title
   * @param {string} summary
   * @param {string[]} more
   * @returns {Card}
   */
  const card = (name, title, summary, more = []) => ({
    name,
    title,
    summary,
    words: [name, title, summary, ...more].join(" ").toLowerCase(),
  });
  const layouts = list.generators.filter((generator) => generator.kind === "layout");
  return [
    {
      title: "Presets",
      about: "Complete recipes",
      cards: list.presets.map((preset) =>
        card(
          preset.name,
          preset.title,
          preset.summary,
          preset.recipe.step.map((step) => step.use),
        ),
      ),
    },
    {
      title: "Layouts",
      about: "Single algorithms with default values",
      cards: layouts.map((layout) => card(layout.id, humanize(layout.id), layout.summary)),
    },
  ];
}

/** Opens the gallery. */
export function openGallery() {
  const dialog = makeDialog("Choose a preset", { wide: true });
  const found = h("div", { class: "stack" });
  const count = h("p", { class: "unseen", role: "status" });
  const search = h("input", {
    type: "search",
    placeholder: "Search, e.g. cave, temple, maze",
    "aria-label": "Search presets and layouts",
    autofocus: true,
    oninput: draw,
  });
  function draw() {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = groups().map((group) => ({
      ...group,
      cards: group.cards.filter((card) => wanted.every((word) => card.words.includes(word))),
    }));
    const total = shown.reduce((sum, group) => sum + group.cards.length, 0);
    count.textContent = `${total} results`;
    fill(
      found,
      shown
        .filter((group) => group.cards.length > 0)
        .map((group) =>
          h(
            "section",
            { class: "stack", "aria-label": group.title },
            h("h3", {}, group.title, " ", h("span", { class: "muted small-text" }, group.about)),
            h("div", { class: "cards" }, group.cards.map(cardButton)),
          ),
        ),
      total === 0 && h("p", { class: "muted" }, "No results. Try a shorter word."),
    );
  }
  /** @param {Card} card */
  function cardButton({ name, title, summary }) {
    return h(
      "button",
      {
        type: "button",
        class: "card",
        "data-name": name,
        "aria-current": !get().imported && get().what === name ? "true" : null,
        onclick: () => {
          choosePreset(name);
          dialog.close();
        },
      },
      h("img", { src: thumbnail(name), alt: "", loading: "lazy", decoding: "async", width: 240, height: 180 }),
      h("span", { class: "card-text" }, h("strong", {}, title), h("small", {}, summary)),
    );
  }
  draw();
  dialog.show(h("div", { class: "search" }, icon("search"), search), count, found);
}
