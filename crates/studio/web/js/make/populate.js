// Who lives on the map: nobody, or stairs, monsters, treasure and traps for some danger.

import { h } from "../dom.js";
import { get, on, set } from "../store.js";
import { control } from "./controls.js";

const USUAL = 3;

/** @returns {HTMLElement} */
export function populateForm() {
  let last = get().populate ?? USUAL;
  const living = h("input", { type: "checkbox", role: "switch", class: "switch", id: "populate", onchange: () => set({ populate: living.checked ? last : null }) });
  const danger = control({ type: "integer", minimum: 1, maximum: 1000, default: USUAL }, { id: "danger", label: "Danger", change: (value) => set({ populate: typeof value === "number" ? value : USUAL }) });
  const rest = h("div", { class: "field", "data-field": "/populate" }, h("div", { class: "field-head" }, h("label", { for: "danger" }, "Danger")), danger.element, h("div", { class: "error" }), h("div", { class: "help" }, "1 is for beginners, 25 deep down."));
  function show() {
    const { populate } = get();
    living.checked = populate !== null;
    rest.hidden = populate === null;
    if (populate !== null) {
      last = populate;
      danger.show(populate);
    }
  }
  on(["populate"], show);
  show();
  return h("div", { class: "section-body" }, h("div", { class: "field" }, h("div", { class: "field-head" }, h("label", { for: "populate" }, "Stairs, monsters, treasure, traps"), living)), rest);
}
