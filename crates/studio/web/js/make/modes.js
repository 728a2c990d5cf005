// The tabs of the four modes.

import { byId, h } from "../dom.js";
import { icon } from "../icons.js";
import { bind } from "../keys.js";
import { get, on, set } from "../store.js";

/** @type {{mode: Mode, label: string}[]} */
const MODES = [
  { mode: "make", label: "Make" },
  { mode: "recipe", label: "Recipe" },
  { mode: "edit", label: "Edit" },
  { mode: "replay", label: "Replay" },
];

/**
 * Opens a mode. After a click, Edit and Replay focus the map so that its keys work at once; after a
 * key press the focus stays on the tabs.
 * @param {Mode} mode
 * @param {MouseEvent} event
 */
function openMode(mode, event) {
  set({ mode });
  if (event.detail > 0 && (mode === "edit" || mode === "replay")) byId("map").focus();
}

/** @param {HTMLElement} element */
export function mountModes(element) {
  const tabs = MODES.map(({ mode, label }, index) => {
    bind(String(index + 1), `Switch to ${label}`, () => set({ mode }));
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${mode}`,
        "aria-controls": `panel-${mode}`,
        onclick: (/** @type {MouseEvent} */ event) => openMode(mode, event),
      },
      icon(mode),
      label,
    );
  });
  element.append(...tabs);
  element.addEventListener("keydown", (event) => {
    const at = MODES.findIndex(({ mode }) => mode === get().mode);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: MODES.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + MODES.length) % MODES.length;
    set({ mode: MODES[index].mode });
    tabs[index].focus();
  });
  const show = () => {
    MODES.forEach(({ mode }, index) => {
      const here = mode === get().mode;
      tabs[index].setAttribute("aria-selected", String(here));
      tabs[index].tabIndex = here ? 0 : -1;
      byId(`panel-${mode}`).hidden = !here;
    });
  };
  on(["mode"], show);
  show();
}
