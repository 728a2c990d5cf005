// The stage: the map on its canvas, with what it says below the pointer, the buttons to look at it, the tools of the edit mode and the bar of the replay.

import { announce, debounced, fill, h } from "../dom.js";
import { openFacts } from "../make/bar.js";
import { mountTools } from "../edit/toolbar.js";
import { number } from "../format.js";
import { icon } from "../icons.js";
import { mountReplayBar } from "../replay/bar.js";
import { noteCorner } from "../note.js";
import { get, on } from "../store.js";
import { cursor, onPointed, pointedAt } from "./cursor.js";
import { describe, roomLine } from "./describe.js";
import { fit, startInput, zoom } from "./input.js";
import { startOverlays } from "./overlays.js";
import { onShown, shown, startShow } from "./show.js";
import { attach, camera, moving } from "./view.js";

/** How long the cursor rests before it is told what is there, in milliseconds. */
const REST = 150;

/** @param {HTMLElement} el */
export function mountStage(el) {
  const canvas = h("canvas", { id: "map", tabindex: 0, role: "application", "aria-roledescription": "map", "aria-label": "Map", "aria-describedby": "map-text" });
  const text = h("p", { id: "map-text", class: "unseen" }, "No map yet.");
  const hover = h("p", { id: "hover", class: "hover", hidden: true });
  const button = (/** @type {IconName} */ name, /** @type {string} */ label, /** @type {() => void} */ run) =>
    h("button", { type: "button", class: "icon-button", title: label, "aria-label": label, onclick: run }, icon(name));
  const buttons = h(
    "div",
    { class: "zoom", role: "group", "aria-label": "Look at the map" },
    button("add", "Nearer", () => zoom(1.5)),
    button("minus", "Further away", () => zoom(1 / 1.5)),
    button("fit", "All of the map", fit),
  );
  const wait = h("div", { class: "wait", hidden: true }, "Drawing the first map…");
  const picked = h("div", { id: "picked", class: "picked", hidden: true });
  el.append(canvas, text, wait, buttons, h("div", { class: "corner" }, noteCorner(), picked, hover));
  mountTools(el);
  mountReplayBar(el);

  attach(canvas);
  startShow();
  startOverlays();
  startInput(canvas);

  const say = debounced(REST, () => {
    const at = cursor();
    const board = shown();
    if (at && board) announce(describe(board, at).join(", "));
  });
  const showHover = () => {
    const at = pointedAt();
    const board = shown();
    const parts = at && board && get().mode !== "replay" ? describe(board, at) : [];
    hover.hidden = parts.length === 0;
    hover.textContent = parts.join(" · ");
    if (cursor()) say();
  };
  onPointed(showHover);
  onShown(showHover);
  on(["look"], showHover);
  onShown(({ view }) => {
    wait.hidden = true;
    text.textContent = `A map of ${view.size[0]} by ${view.size[1]} tiles with ${number(view.rooms.length)} rooms, seed ${view.seed}. ${view.findings.length > 0 ? `The check has ${view.findings.length} findings. ` : ""}Arrow keys look around, plus and minus zoom; shift with the arrow keys moves a cursor that says what is there.`;
  });
  on(["busy", "problem"], () => {
    const { busy, problem } = get();
    wait.hidden = Boolean(shown()) || (!busy && !problem);
    wait.textContent = busy ? "Drawing the first map…" : "There is no map yet.";
  });
  // Where the facts have no column, the chosen room is told in a line.
  const showPicked = () => {
    const { selection, mode } = get();
    const board = shown();
    const room = selection?.kind === "room" ? board?.room(selection.id) : null;
    picked.hidden = !room || mode === "replay";
    if (room && board) fill(picked, h("span", {}, roomLine(board, room)), h("button", { type: "button", class: "button small", onclick: openFacts }, "Facts"));
  };
  on(["selection", "mode", "look"], showPicked);
  onShown(showPicked);
  on(["selection"], () => {
    const { selection } = get();
    if (selection?.kind === "cell") {
      camera.fly(selection.at[0] + 0.5, selection.at[1] + 0.5);
      moving();
    }
  });
}
