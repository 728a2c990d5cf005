// The bar at the top: what is made, its seed and size, undo, and what can be done with the map.

import { byId, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { openDownload } from "../keep/download.js";
import { openFilePicker } from "../keep/files.js";
import { openPrint } from "../keep/print.js";
import { openShareDialog } from "../keep/share.js";
import { openVariations } from "../keep/variations.js";
import { bind } from "../keys.js";
import { get, on } from "../store.js";
import { choose as chooseTheme, theme } from "../theme.js";
import { openHelp } from "./help.js";
import { seedControl } from "./seed.js";
import { sizeControl } from "./size.js";
import { redo, undo } from "./wishes.js";

/** @param {import("../icons.js").IconName} name @param {string} label @param {() => void} run @param {string} [key] @param {string} [id] */
function iconButton(name, label, run, key, id) {
  return h("button", { type: "button", class: "icon-button", id, "aria-label": label, title: key ? `${label} (${key})` : label, onclick: run }, icon(name));
}

/** Auto, light, dark, and round again. */
function themeButton() {
  const next = /** @type {const} */ ({ auto: "light", light: "dark", dark: "auto" });
  const names = { auto: "as the system has it", light: "light", dark: "dark" };
  const button = iconButton("auto", "", () => {
    chooseTheme(next[theme()]);
    show();
  });
  button.id = "theme";
  function show() {
    fill(button, icon(theme()));
    button.setAttribute("aria-label", `Colours: ${names[theme()]}`);
    button.title = `Colours: ${names[theme()]}`;
  }
  show();
  return button;
}

/** The facts as a drawer where they have no column. */
function factsButton() {
  const root = document.documentElement;
  const button = iconButton("facts", "Facts", () => {
    root.dataset.facts = root.dataset.facts === "open" ? "closed" : "open";
    button.setAttribute("aria-expanded", String(root.dataset.facts === "open"));
    if (root.dataset.facts === "open") byId("facts").focus();
  });
  button.id = "facts-toggle";
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-controls", "facts");
  return button;
}

/** @param {HTMLElement} element */
export function mountBar(element) {
  const back = iconButton("undo", "Undo", undo, "Ctrl+Z", "undo");
  const again = iconButton("redo", "Redo", redo, "Ctrl+Shift+Z", "redo");
  const show = () => {
    back.disabled = get().edits.length === 0;
    again.disabled = get().undone.length === 0;
  };
  on(["edits", "undone"], show);
  show();
  fill(
    element,
    h("div", { class: "brand" }, h("img", { src: "/favicon.svg", alt: "", width: 26, height: 26 }), h("span", {}, "Mapwright")),
    seedControl(),
    sizeControl(),
    h("div", { class: "bar-group" }, back, again),
    h(
      "div",
      { class: "bar-group bar-end" },
      h("button", { type: "button", class: "button", id: "variations", title: "Twelve other seeds to choose from (v)", "aria-label": "Variations", onclick: openVariations }, icon("variations"), h("span", { class: "wide-only" }, "Variations")),
      iconButton("open", "Open a recipe or a map", openFilePicker, "o", "open"),
      iconButton("share", "Share", openShareDialog, undefined, "share"),
      iconButton("print", "Print", openPrint, undefined, "print"),
      h("button", { type: "button", class: "button", id: "download", title: "Download (d)", "aria-label": "Download", onclick: openDownload }, icon("download"), h("span", { class: "wide-only" }, "Download")),
      themeButton(),
      iconButton("help", "Keys", openHelp, "?", "help"),
      factsButton(),
    ),
  );
  byId("facts").tabIndex = -1;
  new ResizeObserver(() => document.documentElement.style.setProperty("--bar-height", `${element.offsetHeight}px`)).observe(element);
  bind("ctrl+z", "Undo the last edit", undo);
  bind("ctrl+shift+z", "Redo it", redo);
  bind("v", "Variations: twelve other seeds", openVariations);
  bind("o", "Open a recipe or a map", openFilePicker);
  bind("d", "Download", openDownload);
  bind("?", "This list", openHelp);
}
