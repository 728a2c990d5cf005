// The stage: the canvas with the map, the zoom buttons, and the texts about the hovered tile and
// the selected room.

import { announce, debounce, fill, h } from "../dom.js";
import { setFactsOpen } from "../drawer.js";
import { formatNumber } from "../format.js";
import { icon } from "../icons.js";
import { notesElement } from "../notes.js";
import { get, on } from "../store.js";
import { cursor, onHoverChange, hoveredCell } from "./cursor.js";
import { describe, roomLine } from "./describe.js";
import { fit, startInput, zoom } from "./input.js";
import { startOverlays } from "./overlays.js";
import { startSight } from "./sight.js";
import { onBoardChange, currentBoard, startDisplay } from "./display.js";
import { attachCanvas, camera, cameraMoved } from "./canvas.js";

/** Delay before the tile at the keyboard cursor is announced, in milliseconds. */
const ANNOUNCE_DELAY = 150;

/**
 * Mounts the stage, then the parts of other modules that belong on it.
 * @param {HTMLElement} el
 * @param {((el: HTMLElement) => void)[]} parts
 */
export function mountStage(el, parts) {
  const canvas = h("canvas", {
    id: "map",
    tabindex: 0,
    role: "application",
    "aria-roledescription": "map",
    "aria-label": "Map",
    "aria-describedby": "map-text",
  });
  const text = h("p", { id: "map-text", class: "unseen" }, "No map yet.");
  const hover = h("p", { id: "hover", class: "hover", hidden: true });
  const button = (/** @type {IconName} */ name, /** @type {string} */ label, /** @type {() => void} */ run) =>
    h("button", { type: "button", class: "icon-button", title: label, "aria-label": label, onclick: run }, icon(name));
  const buttons = h(
    "div",
    { class: "zoom", role: "group", "aria-label": "Zoom" },
    button("add", "Zoom in", () => zoom(1.5)),
    button("minus", "Zoom out", () => zoom(1 / 1.5)),
    button("fit", "Fit", fit),
  );
  const wait = h("div", { class: "wait", hidden: true }, "Generating the map…");
  const picked = h("div", { id: "picked", class: "picked", hidden: true });
  el.append(canvas, text, wait, buttons, h("div", { class: "corner" }, notesElement(), picked, hover));
  for (const mount of parts) mount(el);

  attachCanvas(canvas);
  startDisplay();
  startOverlays();
  startSight();
  startInput(canvas);

  const announceCell = debounce(ANNOUNCE_DELAY, () => {
    const at = cursor();
    const board = currentBoard();
    if (at && board) announce(describe(board, at).join(", "));
  });
  const showHover = () => {
    const at = hoveredCell();
    const board = currentBoard();
    const parts = at && board && get().mode !== "replay" ? describe(board, at) : [];
    hover.hidden = parts.length === 0;
    hover.textContent = parts.join(" · ");
    if (cursor()) announceCell();
  };
  onHoverChange(showHover);
  onBoardChange(showHover);
  on(["look"], showHover);
  onBoardChange(({ view }) => {
    wait.hidden = true;
    text.textContent = `A map of ${view.size[0]} by ${view.size[1]} tiles with ${formatNumber(view.rooms.length)} rooms, seed ${view.seed}. ${view.findings.length > 0 ? `${view.findings.length === 1 ? "1 problem" : `${view.findings.length} problems`} found. ` : ""}Arrow keys pan, plus and minus zoom. Shift with the arrow keys moves a cursor that describes each tile.`;
  });
  on(["busy", "problem"], () => {
    const { busy, problem } = get();
    wait.hidden = Boolean(currentBoard()) || (!busy && !problem);
    wait.textContent = busy ? "Generating the map…" : "No map yet.";
  });
  // On screens without a facts column, one line describes the selected room.
  const showPicked = () => {
    const { selection, mode } = get();
    const board = currentBoard();
    const room = selection?.kind === "room" ? board?.room(selection.id) : null;
    picked.hidden = !room || mode === "replay";
    if (room && board)
      fill(
        picked,
        h("span", {}, roomLine(board, room)),
        h("button", { type: "button", class: "button small", onclick: () => setFactsOpen(true) }, "Facts"),
      );
  };
  on(["selection", "mode", "look"], showPicked);
  onBoardChange(showPicked);
  on(["selection"], () => {
    const { selection } = get();
    if (selection?.kind === "cell") {
      camera.flyTo(selection.at[0] + 0.5, selection.at[1] + 0.5);
      cameraMoved();
    }
  });
}
