// The toolbar of the edit mode, and the message line about the last edit.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { bind } from "../keys.js";
import { camera, requestRedraw } from "../map/canvas.js";
import { get, on } from "../store.js";
import { onMessage, startEdits } from "./edits.js";
import { changeTool, onToolChange, toolSettings } from "./settings.js";
import { removeSelectedRoom, startTools } from "./tools.js";

/**
 * @type {{name: import("./settings.js").ToolName, icon: import("../icons.js").IconName, title: string, key: string}[]}
 */
export const TOOLS = [
  { name: "select", icon: "select", title: "Select, move and resize rooms", key: "m" },
  { name: "paint", icon: "brush", title: "Paint tiles", key: "b" },
  { name: "room", icon: "room", title: "Add a room", key: "a" },
  { name: "door", icon: "door", title: "Add or change doors", key: "e" },
  { name: "note", icon: "note", title: "Add or change notes", key: "t" },
];

/** @param {HTMLElement} el */
export function mountTools(el) {
  const buttons = TOOLS.map(({ name, icon: iconName, title, key }) => {
    bind(key, title, () => changeTool({ tool: name }), { mode: "edit" });
    return h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "data-tool": name,
        title: `${title} (${key.toUpperCase()})`,
        "aria-label": title,
        onclick: () => changeTool({ tool: name }),
      },
      icon(iconName),
    );
  });
  bind("Delete", "Remove the selected room", removeSelectedRoom, { mode: "edit" });
  const bar = h("div", { class: "tools", role: "group", "aria-label": "Tools" }, buttons);
  const message = h("p", { id: "edit-word", class: "edit-word", role: "status", hidden: true });
  el.append(bar, message);
  /** Keeps the map clear of the toolbar: a column at the left or, on a phone, a row at the top. */
  const reserve = () => {
    const column = bar.offsetHeight > bar.offsetWidth;
    if (bar.hidden) camera.reserve(0, 0);
    else if (column) camera.reserve(bar.offsetLeft + bar.offsetWidth, 0);
    else camera.reserve(0, bar.offsetTop + bar.offsetHeight);
    requestRedraw();
  };
  new ResizeObserver(reserve).observe(bar);
  const show = () => {
    bar.hidden = get().mode !== "edit";
    reserve();
    el.dataset.tool = get().mode === "edit" ? toolSettings().tool : "";
    for (const button of buttons)
      button.setAttribute("aria-pressed", String(button.dataset.tool === toolSettings().tool));
  };
  on(["mode"], () => {
    show();
    message.hidden = true;
  });
  onToolChange(show);
  onMessage((text, bad) => {
    message.hidden = text === "";
    message.textContent = text;
    message.classList.toggle("bad", bad);
  });
  startEdits();
  startTools();
  show();
}
