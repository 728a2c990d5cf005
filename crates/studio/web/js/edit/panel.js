// The panel of the edit mode: what the tool in hand is set to, the chosen room, pins, and what the check says.

import { fill, freshId, h } from "../dom.js";
import { number, words } from "../format.js";
import { icon } from "../icons.js";
import { get, on, set } from "../store.js";
import { pin } from "../see/facts.js";
import { onShown, shown } from "../see/show.js";
import { act, reroll } from "./edits.js";
import { change, onSetting, setting } from "./settings.js";
import { TOOLS } from "./toolbar.js";
import { chosen, removeChosen } from "./tools.js";

const PAINTED = ["floor", "wall", "water"];
const WIDEST = 5;

/** @param {HTMLElement} el */
export function mountEditPanel(el) {
  const tool = h("section", { class: "facts-part", "aria-label": "Tool" });
  const pins = h("section", { class: "facts-part", "aria-label": "Pins" });
  const check = h("section", { class: "facts-part", "aria-label": "Edits" });
  el.append(tool, pins, check);
  const showTool = () => {
    const focused = document.activeElement instanceof HTMLElement && tool.contains(document.activeElement) ? document.activeElement.id : "";
    fill(tool, ...toolPart());
    if (focused) document.getElementById(focused)?.focus();
  };
  const showPins = () => fill(pins, ...pinPart());
  const showCheck = () => fill(check, ...checkPart());
  onSetting(showTool);
  on(["selection", "mode"], showTool);
  on(["pins"], showPins);
  on(["edits", "undone", "busy"], showCheck);
  onShown(() => {
    showTool();
    showPins();
    showCheck();
  });
  showTool();
  showPins();
  showCheck();
}

/** A choice of one of a few. @param {string} name @param {string} label @param {[string, string][]} options value and what it is called @param {string} value @param {(value: string) => void} choose */
function choice(name, label, options, value, choose) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", { class: "label" }, label),
    h(
      "div",
      { class: "segments chips" },
      options.map(([option, title]) => {
        const id = `edit-${name}-${option || "none"}`;
        return h("label", { for: id }, h("input", { type: "radio", id, name: `edit-${name}`, value: option, checked: option === value, onchange: () => choose(option) }), title);
      }),
    ),
  );
}

/** @returns {import("../dom.js").Child[]} */
function toolPart() {
  const { tool, tile, brush, circle, kind, state } = setting();
  const { list } = get();
  const title = TOOLS.find(({ name }) => name === tool)?.title ?? "";
  const head = h("h2", {}, title);
  const help = (/** @type {string} */ text) => h("p", { class: "muted small-text" }, text);
  if (tool === "paint") {
    const size = h("input", { type: "range", id: "edit-brush", min: 1, max: WIDEST, step: 1, value: brush, oninput: () => change({ brush: Number(size.value) }) });
    size.style.setProperty("--part", `${(100 * (brush - 1)) / (WIDEST - 1)}%`);
    return [
      head,
      choice("tile", "Tile", PAINTED.map((name) => [name, words(name)]), tile, (value) => change({ tile: value })),
      h("div", { class: "field" }, h("label", { for: "edit-brush" }, `Brush: ${brush === 1 ? "1 tile" : `${brush} tiles wide`}`), size),
      help("Drag over the map. With two fingers, or the right button, you move the map instead."),
    ];
  }
  if (tool === "room") {
    return [head, choice("shape", "Shape", [["rect", "Rectangle"], ["circle", "Round"]], circle ? "circle" : "rect", (value) => change({ circle: value === "circle" })), help("Drag from corner to corner in solid rock. The room is joined to what is nearest. Alt lets go of the grid.")];
  }
  if (tool === "door") {
    return [
      head,
      choice("kind", "Kind", [...(list?.door_kinds ?? []).map((name) => /** @type {[string, string]} */ ([name, words(name)])), ["", "Remove"]], kind, (value) => change({ kind: value })),
      kind !== "" && kind !== "archway" && choice("state", "State", (list?.door_states ?? []).map((name) => [name, words(name)]), state, (value) => change({ state: value })),
      help("Click a tile to put a door there or to change the one that is there; click once more for the next kind."),
    ];
  }
  if (tool === "note") return [head, help("Click a tile and write what game masters should know.")];
  const room = chosen();
  if (!room) return [head, help("Click a room. Drag it to move it, drag its handles to resize it. Arrow keys move it too. Alt lets go of the grid.")];
  return [head, ...roomPart(room)];
}

/** @param {import("../types.js").RoomView} room @returns {import("../dom.js").Child[]} */
function roomPart(room) {
  const fields = ["Left", "Top", "Width", "Height"].map((label, i) => {
    const id = `edit-room-${label.toLowerCase()}`;
    const field = h("input", { type: "number", id, value: room.bounds[i], min: i < 2 ? 0 : 1, max: 9999, step: 1, required: true });
    return { field, row: h("div", { class: "field" }, h("label", { for: id }, label), field) };
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const [x, y, width, height] = fields.map(({ field }) => Math.round(Number(field.value)));
    const [left, top, wide, high] = room.bounds;
    if (width !== wide || height !== high) act({ do: "resize-room", room: room.id, rect: [x, y, width, height] });
    else if (x !== left || y !== top) act({ do: "move-room", room: room.id, by: [x - left, y - top] });
  };
  return [
    h("h3", {}, `Room ${room.number}`),
    h("form", { class: "room-form", onsubmit: submit }, fields.map(({ row }) => row), h("button", { type: "submit", class: "button small" }, "Apply")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button small", "aria-pressed": String(get().pins.includes(room.id)), onclick: () => pin(room.id) }, icon("pin"), get().pins.includes(room.id) ? "Let go" : "Pin"),
      h("button", { type: "button", class: "button small", onclick: removeChosen }, icon("remove"), "Remove room"),
    ),
  ];
}

/** @returns {import("../dom.js").Child[]} */
function pinPart() {
  const { pins, imported, map } = get();
  const board = shown();
  const title = freshId("pins");
  const rooms = pins.map((id) => board?.room(id)).filter((room) => room !== null && room !== undefined);
  return [
    h("h2", { id: title }, "Pins"),
    rooms.length === 0
      ? h("p", { class: "muted small-text" }, "Pin the rooms you like (p), and have the rest made again around them.")
      : h("ul", { class: "chips", "aria-labelledby": title }, rooms.map((room) => h("li", {}, h("button", { type: "button", class: "chip", title: "Let go", onclick: () => pin(room.id) }, `Room ${room.number}`, icon("close"))))),
    h("div", { class: "row" }, h("button", { type: "button", id: "reroll", class: "button", disabled: rooms.length === 0 || (imported !== null && !map?.recipe), onclick: reroll }, icon("dice"), "Re-roll the rest")),
  ];
}

/** @returns {import("../dom.js").Child[]} */
function checkPart() {
  const { edits, map, busy } = get();
  const findings = map?.findings ?? [];
  return [
    h("h2", {}, "Edits"),
    h("p", { class: "muted small-text", id: "edit-count" }, edits.length === 0 ? "None yet. Undo and redo are at the top." : edits.length === 1 ? "1 edit." : `${number(edits.length)} edits.`),
    !busy && edits.length > 0 && (findings.length === 0 ? h("p", { class: "good-line" }, "The check finds nothing wrong.") : h("p", { class: "bad-line" }, findings.length === 1 ? "The check has 1 finding: " : `The check has ${number(findings.length)} findings: `, findings[0].message)),
    edits.length > 0 && h("div", { class: "row" }, h("button", { type: "button", class: "button small", onclick: () => set({ edits: [], undone: [...edits].reverse() }) }, icon("reset"), "Take all back")),
  ];
}
