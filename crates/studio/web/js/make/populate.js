// The inhabitants: whether the map has stairs, monsters, treasure and traps, and their danger
// level.

import { h } from "../dom.js";
import { get, on, set } from "../store.js";
import { control } from "./controls.js";

const DEFAULT_DANGER = 3;

/** @returns {HTMLElement} */
export function populateForm() {
  let last = get().populate ?? DEFAULT_DANGER;
  const toggle = h("input", {
    type: "checkbox",
    role: "switch",
    class: "switch",
    id: "populate",
    onchange: () => set({ populate: toggle.checked ? last : null }),
  });
  const danger = control(
    { type: "integer", minimum: 1, maximum: 1000, default: DEFAULT_DANGER },
    {
      id: "danger",
      label: "Danger",
      change: (value) => set({ populate: typeof value === "number" ? value : DEFAULT_DANGER }),
    },
  );
  const rest = h(
    "div",
    { class: "field", "data-field": "/populate" },
    h("div", { class: "field-head" }, h("label", { for: "danger" }, "Danger")),
    danger.element,
    h("div", { class: "error" }),
    h("div", { class: "help" }, "1 suits beginners, 25 the deepest levels."),
  );
  function show() {
    const { populate } = get();
    toggle.checked = populate !== null;
    rest.hidden = populate === null;
    if (populate !== null) {
      last = populate;
      danger.show(populate);
    }
  }
  on(["populate"], show);
  show();
  return h(
    "div",
    { class: "section-body" },
    h(
      "div",
      { class: "field" },
      h("div", { class: "field-head" }, h("label", { for: "populate" }, "Stairs, monsters, treasure, traps"), toggle),
    ),
    rest,
  );
}
