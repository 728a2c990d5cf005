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
import { sizeControl, sizesToo } from "./size.js";
import { redo, undo } from "./wishes.js";

/** @param {IconName} name @param {string} label @param {() => void} run @param {string} [key] @param {string} [id] */
function iconButton(name, label, run, key, id) {
  return h("button", { type: "button", class: "icon-button", id, "aria-label": label, title: key ? `${label} (${key})` : label, onclick: run }, icon(name));
}

/** A button of the menu: a drawing with its word, which the bar hides where it has no room. @param {IconName} name @param {string} word @param {string} label @param {() => void} run @param {string} id @param {string} [key] */
function menuButton(name, word, label, run, id, key) {
  return h("button", { type: "button", class: "icon-button", id, "aria-label": label, title: key ? `${label} (${key})` : label, onclick: run }, icon(name), h("span", { class: "word" }, word));
}

/** Auto, light, dark, and round again. */
function themeButton() {
  const next = /** @type {const} */ ({ auto: "light", light: "dark", dark: "auto" });
  const names = { auto: "as the system has it", light: "light", dark: "dark" };
  const button = menuButton("auto", "", "", () => {
    chooseTheme(next[theme()]);
    show();
  }, "theme");
  function show() {
    fill(button, icon(theme()), h("span", { class: "word" }, `Colours: ${names[theme()]}`));
    button.setAttribute("aria-label", `Colours: ${names[theme()]}`);
    button.title = `Colours: ${names[theme()]}`;
  }
  show();
  return button;
}

/** Opens the drawer of facts, or closes it. @param {boolean} wanted */
function drawer(wanted) {
  document.documentElement.dataset.facts = wanted ? "open" : "closed";
  byId("facts-toggle").setAttribute("aria-expanded", String(wanted));
  if (wanted) byId("facts").focus();
}

/** Opens the drawer of facts. */
export function openFacts() {
  drawer(true);
}

/** The facts as a drawer where they have no column. */
function factsButton() {
  const button = iconButton("facts", "Facts", () => drawer(document.documentElement.dataset.facts !== "open"));
  button.id = "facts-toggle";
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-controls", "facts");
  return button;
}

/** What is seldom needed: in a row where there is room, else behind a button. @param {HTMLElement[]} buttons @returns {HTMLElement[]} */
function menu(buttons) {
  const list = h("div", { class: "menu", id: "menu", role: "group", "aria-label": "More" }, buttons);
  const toggle = iconButton("more", "More", () => open(!list.classList.contains("open")), undefined, "more");
  toggle.setAttribute("aria-controls", "menu");
  /** @param {boolean} wanted */
  function open(wanted) {
    list.classList.toggle("open", wanted);
    toggle.setAttribute("aria-expanded", String(wanted));
  }
  open(false);
  list.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest("#theme, select"))) open(false);
  });
  list.addEventListener("change", () => open(false));
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !list.contains(event.target) && !toggle.contains(event.target)) open(false);
  });
  const close = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !list.classList.contains("open")) return;
    event.preventDefault();
    open(false);
    toggle.focus();
  };
  list.addEventListener("keydown", close);
  toggle.addEventListener("keydown", close);
  return [toggle, list];
}

/** @param {HTMLElement} element */
export function mountBar(element) {
  const back = iconButton("undo", "Undo", undo, "Ctrl+Z", "undo");
  const again = iconButton("redo", "Redo", redo, "Ctrl+Shift+Z", "redo");
  const edits = h("div", { class: "bar-group edits" }, back, again);
  const show = () => {
    const { mode, edits: done, undone } = get();
    back.disabled = done.length === 0;
    again.disabled = undone.length === 0;
    edits.hidden = mode !== "edit" && back.disabled && again.disabled;
  };
  on(["edits", "undone", "mode"], show);
  show();
  fill(
    element,
    h("h1", { class: "unseen" }, "Mapwright studio"),
    h("div", { class: "brand", "aria-hidden": "true" }, h("img", { src: "/favicon.svg", alt: "", width: 26, height: 26 }), h("span", {}, "Mapwright")),
    seedControl(),
    sizeControl(),
    edits,
    h(
      "div",
      { class: "bar-group bar-end" },
      h("button", { type: "button", class: "button", id: "variations", title: "Twelve other seeds to choose from (v)", "aria-label": "Variations", onclick: openVariations }, icon("variations"), h("span", { class: "wide-only" }, "Variations")),
      h("button", { type: "button", class: "button", id: "download", title: "Download (d)", "aria-label": "Download", onclick: openDownload }, icon("download"), h("span", { class: "wide-only" }, "Download")),
      menu([
        menuButton("variations", "Variations", "Variations, twelve other seeds", openVariations, "variations-too", "v"),
        sizesToo(),
        menuButton("print", "Print", "Print", openPrint, "print"),
        menuButton("share", "Share", "Share", openShareDialog, "share"),
        menuButton("open", "Open", "Open a recipe or a map", openFilePicker, "open", "o"),
        themeButton(),
        menuButton("help", "Keys", "Keys", openHelp, "help", "?"),
      ]),
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
