// The tools on the stage, and the line that says how an edit went.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { bind } from "../keys.js";
import { camera, invalidate } from "../see/view.js";
import { get, on } from "../store.js";
import { onWord, startEdits } from "./edits.js";
import { change, onSetting, setting } from "./settings.js";
import { removeChosen, startTools } from "./tools.js";

/** @type {{name: import("./settings.js").ToolName, icon: import("../icons.js").IconName, title: string, key: string}[]} */
export const TOOLS = [
  { name: "select", icon: "select", title: "Choose, move and resize rooms", key: "m" },
  { name: "paint", icon: "brush", title: "Paint tiles", key: "b" },
  { name: "room", icon: "room", title: "Add a room", key: "a" },
  { name: "door", icon: "door", title: "Doors", key: "e" },
  { name: "note", icon: "note", title: "Notes", key: "t" },
];

/** @param {HTMLElement} el */
export function mountTools(el) {
  const buttons = TOOLS.map(({ name, icon: drawing, title, key }) => {
    bind(key, title, () => change({ tool: name }), { mode: "edit" });
    return h("button", { type: "button", class: "icon-button", "data-tool": name, title: `${title} (${key})`, "aria-label": title, onclick: () => change({ tool: name }) }, icon(drawing));
  });
  bind("Delete", "Remove the chosen room", removeChosen, { mode: "edit" });
  const bar = h("div", { class: "tools", role: "group", "aria-label": "Tools" }, buttons);
  const word = h("p", { id: "edit-word", class: "edit-word", role: "status", hidden: true });
  el.append(bar, word);
  /** The map keeps clear of the tools: they are a column at its left or, on a phone, a row at its top. */
  const reserve = () => {
    const column = bar.offsetHeight > bar.offsetWidth;
    if (bar.hidden) camera.reserve(0, 0);
    else if (column) camera.reserve(bar.offsetLeft + bar.offsetWidth, 0);
    else camera.reserve(0, bar.offsetTop + bar.offsetHeight);
    invalidate();
  };
  new ResizeObserver(reserve).observe(bar);
  const show = () => {
    bar.hidden = get().mode !== "edit";
    reserve();
    el.dataset.tool = get().mode === "edit" ? setting().tool : "";
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.tool === setting().tool));
  };
  on(["mode"], () => {
    show();
    word.hidden = true;
  });
  onSetting(show);
  onWord((text, bad) => {
    word.hidden = text === "";
    word.textContent = text;
    word.classList.toggle("bad", bad);
  });
  startEdits();
  startTools();
  show();
}
