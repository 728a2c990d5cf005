// The panel of the edit mode: options of the active tool, the selected room, pins, and the result
// of the check.

import { fill, uniqueId, h } from "../dom.js";
import { formatNumber, humanize } from "../format.js";
import { icon } from "../icons.js";
import { get, on, set } from "../store.js";
import { togglePin } from "../map/facts.js";
import { onBoardChange, currentBoard } from "../map/display.js";
import { applyEdit, reroll } from "./edits.js";
import { changeTool, onToolChange, toolSettings } from "./settings.js";
import { TOOLS } from "./toolbar.js";
import { selectedRoom, removeSelectedRoom } from "./tools.js";

const PAINTABLE_TILES = ["floor", "wall", "water"];
const MAX_BRUSH = 5;

/** @param {HTMLElement} el */
export function mountEditPanel(el) {
  const tool = h("section", { class: "facts-part", "aria-label": "Tool" });
  const pins = h("section", { class: "facts-part", "aria-label": "Pins" });
  const check = h("section", { class: "facts-part", "aria-label": "Edits" });
  el.append(tool, pins, check);
  const showTool = () => {
    const focused =
      document.activeElement instanceof HTMLElement && tool.contains(document.activeElement)
        ? document.activeElement.id
        : "";
    fill(tool, ...toolPart());
    if (focused) document.getElementById(focused)?.focus();
  };
  const showPins = () => fill(pins, ...pinPart());
  const showCheck = () => fill(check, ...checkPart());
  onToolChange(showTool);
  on(["selection", "mode"], showTool);
  on(["pins"], showPins);
  on(["edits", "undone", "busy"], showCheck);
  onBoardChange(() => {
    showTool();
    showPins();
    showCheck();
  });
  showTool();
  showPins();
  showCheck();
}

/**
 * A group of radio buttons.
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} options values and labels
 * @param {string} value
 * @param {(value: string) => void} choose
 */
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
        return h(
          "label",
          { for: id },
          h("input", {
            type: "radio",
            id,
            name: `edit-${name}`,
            value: option,
            checked: option === value,
            onchange: () => choose(option),
          }),
          title,
        );
      }),
    ),
  );
}

/** @returns {import("../dom.js").Child[]} */
function toolPart() {
  const { tool, tile, brush, circle, kind, state } = toolSettings();
  const { list } = get();
  const title = TOOLS.find(({ name }) => name === tool)?.title ?? "";
  const head = h("h2", {}, title);
  const hint = (/** @type {string} */ text) => h("p", { class: "muted small-text" }, text);
  if (tool === "paint") {
    const size = h("input", {
      type: "range",
      id: "edit-brush",
      min: 1,
      max: MAX_BRUSH,
      step: 1,
      value: brush,
      oninput: () => changeTool({ brush: Number(size.value) }),
    });
    size.style.setProperty("--part", `${(100 * (brush - 1)) / (MAX_BRUSH - 1)}%`);
    return [
      head,
      choice(
        "tile",
        "Tile",
        PAINTABLE_TILES.map((name) => [name, humanize(name)]),
        tile,
        (value) => changeTool({ tile: value }),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "edit-brush" }, `Brush size: ${brush === 1 ? "1 tile" : `${brush} tiles`}`),
        size,
      ),
      hint("Drag on the map to paint. To move the map, drag with the right mouse button or two fingers."),
    ];
  }
  if (tool === "room") {
    return [
      head,
      choice(
        "shape",
        "Shape",
        [
          ["rect", "Rectangle"],
          ["circle", "Circle"],
        ],
        circle ? "circle" : "rect",
        (value) => changeTool({ circle: value === "circle" }),
      ),
      hint(
        "Drag from corner to corner in solid rock. A corridor connects the room to the nearest room or corridor. Hold Alt to ignore the grid.",
      ),
    ];
  }
  if (tool === "door") {
    return [
      head,
      choice(
        "kind",
        "Kind",
        [
          ...(list?.door_kinds ?? []).map((name) => /** @type {[string, string]} */ ([name, humanize(name)])),
          ["", "Remove"],
        ],
        kind,
        (value) => changeTool({ kind: value }),
      ),
      kind !== "" &&
        kind !== "archway" &&
        choice(
          "state",
          "State",
          (list?.door_states ?? []).map((name) => [name, humanize(name)]),
          state,
          (value) => changeTool({ state: value }),
        ),
      hint("Click a tile to add or change a door. Click again for the next kind."),
    ];
  }
  if (tool === "note") return [head, hint("Click a tile to write a note for game masters.")];
  const room = selectedRoom();
  if (!room)
    return [
      head,
      hint(
        "Click a room to select it. Drag it or press the arrow keys to move it; drag its handles to resize it. Hold Alt to ignore the grid.",
      ),
    ];
  return [head, ...roomPart(room)];
}

/** @param {import("../types.js").RoomView} room @returns {import("../dom.js").Child[]} */
function roomPart(room) {
  const fields = ["Left", "Top", "Width", "Height"].map((label, i) => {
    const id = `edit-room-${label.toLowerCase()}`;
    const field = h("input", {
      type: "number",
      id,
      value: room.bounds[i],
      min: i < 2 ? 0 : 1,
      max: 9999,
      step: 1,
      required: true,
    });
    return { field, row: h("div", { class: "field" }, h("label", { for: id }, label), field) };
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const [x, y, width, height] = fields.map(({ field }) => Math.round(Number(field.value)));
    const [left, top, wide, high] = room.bounds;
    if (width !== wide || height !== high) applyEdit({ do: "resize-room", room: room.id, rect: [x, y, width, height] });
    else if (x !== left || y !== top) applyEdit({ do: "move-room", room: room.id, by: [x - left, y - top] });
  };
  return [
    h("h3", {}, `Room ${room.number}`),
    h(
      "form",
      { class: "room-form", onsubmit: submit },
      fields.map(({ row }) => row),
      h("button", { type: "submit", class: "button small" }, "Apply"),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: "button small",
          "aria-pressed": String(get().pins.includes(room.id)),
          onclick: () => togglePin(room.id),
        },
        icon("pin"),
        get().pins.includes(room.id) ? "Unpin" : "Pin",
      ),
      h(
        "button",
        { type: "button", class: "button small", onclick: removeSelectedRoom },
        icon("remove"),
        "Remove room",
      ),
    ),
  ];
}

/** @returns {import("../dom.js").Child[]} */
function pinPart() {
  const { pins, imported, map } = get();
  const board = currentBoard();
  const title = uniqueId("pins");
  const rooms = pins.map((id) => board?.room(id)).filter((room) => room !== null && room !== undefined);
  return [
    h("h2", { id: title }, "Pins"),
    rooms.length === 0
      ? h(
          "p",
          { class: "muted small-text" },
          "Pin the rooms you like (P), then re-roll the rest of the map around them.",
        )
      : h(
          "ul",
          { class: "chips", "aria-labelledby": title },
          rooms.map((room) =>
            h(
              "li",
              {},
              h(
                "button",
                { type: "button", class: "chip", title: "Unpin", onclick: () => togglePin(room.id) },
                `Room ${room.number}`,
                icon("close"),
              ),
            ),
          ),
        ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          id: "reroll",
          class: "button",
          disabled: rooms.length === 0 || (imported !== null && !map?.recipe),
          onclick: reroll,
        },
        icon("dice"),
        "Re-roll the rest",
      ),
    ),
  ];
}

/** @returns {import("../dom.js").Child[]} */
function checkPart() {
  const { edits, map, busy } = get();
  const findings = map?.findings ?? [];
  return [
    h("h2", {}, "Edits"),
    h(
      "p",
      { class: "muted small-text", id: "edit-count" },
      edits.length === 0 ? "No edits yet." : edits.length === 1 ? "1 edit." : `${formatNumber(edits.length)} edits.`,
    ),
    !busy &&
      edits.length > 0 &&
      (findings.length === 0
        ? h("p", { class: "good-line" }, "No problems found.")
        : h(
            "p",
            { class: "bad-line" },
            findings.length === 1 ? "1 problem: " : `${formatNumber(findings.length)} problems: `,
            findings[0].message,
          )),
    edits.length > 0 &&
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "button small", onclick: () => set({ edits: [], undone: [...edits].reverse() }) },
          icon("reset"),
          "Undo all",
        ),
      ),
  ];
}
