// The top bar: seed, size, undo and redo, and the buttons that open dialogs.

import { byId, fill, h } from "../dom.js";
import { isFactsOpen, setFactsOpen } from "../drawer.js";
import { icon } from "../icons.js";
import { openDownload } from "../files/download.js";
import { openFilePicker } from "../files/open-save.js";
import { openPrint } from "../files/print.js";
import { openShareDialog } from "../files/share.js";
import { openVariations } from "./variations.js";
import { bind } from "../keys.js";
import { get, on } from "../store.js";
import { setTheme, theme } from "../theme.js";
import { openHelp } from "./help.js";
import { seedControl } from "./seed.js";
import { sizeControl, sizesMenu } from "./size.js";
import { redo, undo } from "../request/actions.js";

/**
 * @param {IconName} name
 * @param {string} label
 * @param {() => void} run
 * @param {string} [key]
 * @param {string} [id]
 */
function iconButton(name, label, run, key, id) {
  return h(
    "button",
    {
      type: "button",
      class: "icon-button",
      id,
      "aria-label": label,
      title: key ? `${label} (${key})` : label,
      onclick: run,
    },
    icon(name),
  );
}

/**
 * A button of the menu: an icon with a text, which a narrow bar hides.
 * @param {IconName} name
 * @param {string} text
 * @param {string} label
 * @param {() => void} run
 * @param {string} id
 * @param {string} [key]
 */
function menuButton(name, text, label, run, id, key) {
  const button = iconButton(name, label, run, key, id);
  button.append(h("span", { class: "word" }, text));
  return button;
}

/** Cycles through the system theme, light and dark. */
function themeButton() {
  const next = /** @type {const} */ ({ auto: "light", light: "dark", dark: "auto" });
  const names = { auto: "system", light: "light", dark: "dark" };
  const button = menuButton(
    "auto",
    "",
    "",
    () => {
      setTheme(next[theme()]);
      show();
    },
    "theme",
  );
  function show() {
    fill(button, icon(theme()), h("span", { class: "word" }, `Theme: ${names[theme()]}`));
    button.setAttribute("aria-label", `Theme: ${names[theme()]}`);
    button.title = `Theme: ${names[theme()]}`;
  }
  show();
  return button;
}

/** The button of the facts drawer, for screens without a facts column. */
function factsButton() {
  const button = iconButton("facts", "Facts", () => setFactsOpen(!isFactsOpen()));
  button.id = "facts-toggle";
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-controls", "facts");
  return button;
}

/**
 * The less common actions: in the bar, or behind a More button on narrow screens.
 * @param {HTMLElement[]} buttons
 * @returns {HTMLElement[]}
 */
function menu(buttons) {
  const list = h("div", { class: "menu", id: "menu", role: "group", "aria-label": "More" }, buttons);
  const toggle = iconButton("more", "More", () => open(!list.classList.contains("open")), undefined, "more");
  toggle.setAttribute("aria-controls", "menu");
  /** @param {boolean} on */
  function open(on) {
    list.classList.toggle("open", on);
    toggle.setAttribute("aria-expanded", String(on));
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
  const forward = iconButton("redo", "Redo", redo, "Ctrl+Shift+Z", "redo");
  const edits = h("div", { class: "bar-group edits" }, back, forward);
  const show = () => {
    const { mode, edits: done, undone } = get();
    back.disabled = done.length === 0;
    forward.disabled = undone.length === 0;
    edits.hidden = mode !== "edit" && back.disabled && forward.disabled;
  };
  on(["edits", "undone", "mode"], show);
  show();
  fill(
    element,
    h("h1", { class: "unseen" }, "Mapwright studio"),
    h(
      "div",
      { class: "brand", "aria-hidden": "true" },
      h("img", { src: "/favicon.svg", alt: "", width: 26, height: 26 }),
      h("span", {}, "Mapwright"),
    ),
    seedControl(),
    sizeControl(),
    edits,
    h(
      "div",
      { class: "bar-group bar-end" },
      h(
        "button",
        {
          type: "button",
          class: "button",
          id: "variations",
          title: "Compare twelve other seeds (V)",
          "aria-label": "Variations",
          onclick: openVariations,
        },
        icon("variations"),
        h("span", { class: "wide-only" }, "Variations"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "button",
          id: "download",
          title: "Download (D)",
          "aria-label": "Download",
          onclick: openDownload,
        },
        icon("download"),
        h("span", { class: "wide-only" }, "Download"),
      ),
      menu([
        menuButton(
          "variations",
          "Variations",
          "Variations: compare twelve other seeds",
          openVariations,
          "variations-too",
          "V",
        ),
        sizesMenu(),
        menuButton("print", "Print", "Print", openPrint, "print"),
        menuButton("share", "Share", "Share", openShareDialog, "share"),
        menuButton("open", "Open", "Open a recipe or map", openFilePicker, "open", "O"),
        themeButton(),
        menuButton("help", "Keyboard shortcuts", "Keyboard shortcuts", openHelp, "help", "?"),
      ]),
      factsButton(),
    ),
  );
  byId("facts").tabIndex = -1;
  new ResizeObserver(() =>
    document.documentElement.style.setProperty("--bar-height", `${element.offsetHeight}px`),
  ).observe(element);
  bind("ctrl+z", "Undo the last edit", undo);
  bind("ctrl+shift+z", "Redo the last undone edit", redo);
  bind("v", "Compare twelve other seeds", openVariations);
  bind("o", "Open a recipe or map", openFilePicker);
  bind("d", "Download", openDownload);
  bind("?", "Show keyboard shortcuts", openHelp);
}
