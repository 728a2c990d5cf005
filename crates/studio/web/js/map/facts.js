// The facts panel: the map or the selected room, overlays, and the problems that the check found.

import { fill, h } from "../dom.js";
import { formatNumber, capitalize, formatSize, humanize } from "../format.js";
import { icon } from "../icons.js";
import { bind } from "../keys.js";
import { get, on, set } from "../store.js";
import { css, heat as heatColor, zone as zoneColor } from "./colours.js";
import { doorText, isPlayerView, placeText } from "./describe.js";
import { onHeat } from "./overlays.js";
import { onSight, sightSummary } from "./sight.js";
import { onBoardChange, currentBoard } from "./display.js";
import { camera, cameraMoved } from "./canvas.js";

/** Overlays other than heat maps. @type {[string, string][]} */
const OVERLAYS = [
  ["grid", "Grid"],
  ["rooms", "Rooms"],
  ["zones", "Zones"],
  ["path", "Path to the goal"],
  ["findings", "Problems"],
  ["sight", "Walls and lights"],
];
/** Maximum length of lists. */
const MAX_ROWS = 100;
const MAX_ZONES = 8;

/** @param {HTMLElement} el */
export function mountFacts(el) {
  const over = h("section", { class: "facts-part", "aria-labelledby": "over-title" });
  const room = h("section", { class: "facts-part", id: "room-facts", "aria-label": "Selected room" });
  const found = h("section", { class: "facts-part", id: "findings", "aria-labelledby": "findings-title" });
  el.append(room, over, found);
  mountOverlays(over);
  const showRoom = () => fill(room, ...roomFacts());
  const showFound = () => fill(found, ...findings());
  on(["selection", "pins", "mode", "look"], showRoom);
  onBoardChange(showRoom);
  onBoardChange(showFound);
  on(["selection"], showFound);
  showRoom();
  showFound();
  bind("p", "Pin or unpin the selected room", () => {
    const { selection } = get();
    if (selection?.kind === "room") togglePin(selection.id);
  });
}

/** Pins or unpins a room. @param {number} id */
export function togglePin(id) {
  const { pins } = get();
  set({ pins: pins.includes(id) ? pins.filter((other) => other !== id) : [...pins, id] });
}

/** @param {HTMLElement} el */
function mountOverlays(el) {
  const legend = h("div", { class: "legend", role: "status" });
  /** @type {MeasureView["heat"]} */
  let shownHeat = null;
  let noHeat = "";
  const toggle = (/** @type {string} */ name) => {
    const { overlays } = get();
    const others = overlays.filter(
      (other) => other !== name && !(name.startsWith("heat:") && other.startsWith("heat:")),
    );
    set({ overlays: overlays.includes(name) ? others : [...others, name] });
  };
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  const chip = (/** @type {string} */ name, /** @type {string} */ title, /** @type {string} */ help, kind = "chip") => {
    const button = h(
      "button",
      {
        type: "button",
        class: kind,
        "aria-pressed": "false",
        title: help || null,
        "data-overlay": name,
        onclick: () => toggle(name),
      },
      title,
    );
    buttons.set(name, button);
    return button;
  };
  const heats = get().list?.heats ?? [];
  el.append(
    h("h2", { id: "over-title" }, "Overlays"),
    h(
      "div",
      { class: "chips even", role: "group", "aria-labelledby": "over-title" },
      OVERLAYS.map(([name, title]) => chip(name, title, "")),
    ),
    h("h3", { id: "heat-title" }, "Heat maps"),
    h(
      "div",
      { class: "options", role: "group", "aria-labelledby": "heat-title" },
      heats.map(({ name, title, meaning }) => chip(`heat:${name}`, humanize(title), meaning, "option")),
    ),
    legend,
  );
  const show = () => {
    const { overlays, map } = get();
    const sight = sightSummary();
    for (const [name, button] of buttons) button.setAttribute("aria-pressed", String(overlays.includes(name)));
    fill(
      legend,
      shownHeat && overlays.includes(`heat:${shownHeat.name}`) && heatLegend(shownHeat),
      !shownHeat &&
        noHeat !== "" &&
        overlays.some((name) => name.startsWith("heat:")) &&
        h("p", { class: "bad-line" }, capitalize(noHeat), noHeat.endsWith(".") ? "" : "."),
      overlays.includes("zones") && map && zoneLegend(map.zones),
      overlays.includes("path") &&
        map &&
        (map.critical_path.length > 0
          ? `${formatNumber(map.critical_path.length - 1)} steps from the start to the goal.`
          : "This map has no path: it needs a start and a goal or exit. Turn on Inhabitants or choose another preset."),
      overlays.includes("findings") && map && map.findings.length === 0 && "No problems found.",
      overlays.includes("sight") && sight !== "" && h("p", { class: "muted small-text" }, sight),
    );
  };
  onSight(show);
  on(["overlays", "map"], show);
  onHeat((heat, why) => {
    shownHeat = heat;
    noHeat = why;
    show();
  });
}

/** @param {NonNullable<MeasureView["heat"]>} heat */
function heatLegend({ title, unit, low, high }) {
  const bar = h("span", {
    class: "ramp",
    role: "img",
    "aria-label": `from ${formatNumber(low)} to ${formatNumber(high)} ${unit}`,
  });
  bar.style.background = `linear-gradient(90deg, ${Array.from({ length: 9 }, (_, i) => css(heatColor(i / 8))).join(", ")})`;
  return h(
    "div",
    { class: "scale" },
    h("span", { class: "scale-title" }, `${humanize(title)}${unit ? `, ${unit}` : ""}`),
    h("span", {}, formatNumber(low)),
    bar,
    h("span", {}, formatNumber(high)),
  );
}

/** @param {MapView["zones"]} zones */
function zoneLegend(zones) {
  if (zones.length === 0) return "This map has no zones.";
  return h(
    "ul",
    { class: "zones" },
    zones.slice(0, MAX_ZONES).map((zone, index) => {
      const patch = h("span", { class: "patch" });
      patch.style.background = css(zoneColor(index));
      return h(
        "li",
        {},
        patch,
        h("span", {}, [`Zone ${zone.id}`, ...zone.tags].join(", ")),
        h("span", { class: "muted" }, `${formatNumber(zone.area)} tiles`),
      );
    }),
    zones.length > MAX_ZONES && h("li", { class: "muted" }, `and ${formatNumber(zones.length - MAX_ZONES)} more`),
  );
}

/** @param {Cell} at */
function selectCell(at) {
  set({ selection: { kind: "cell", at } });
}

/** @returns {Child[]} */
function roomFacts() {
  const { selection, map } = get();
  const board = currentBoard();
  const room = selection?.kind === "room" ? board?.room(selection.id) : null;
  if (!board || !map) return [];
  if (!room || (isPlayerView() && board.isRoomHidden(room))) return mapFacts(map);
  const [x, y, width, height] = room.bounds;
  const rooms = board.rooms();
  const index = board.view.rooms.indexOf(room) + 1;
  const inside = (/** @type {Cell} */ at) => rooms[board.index(at)] === index;
  const near = (/** @type {Cell} */ [cx, cy]) => cx >= x - 1 && cy >= y - 1 && cx <= x + width && cy <= y + height;
  // The facts hide what the picture for players hides.
  const all = !isPlayerView();
  const doors = map.doors
    .filter((door) => all || !board.isHidden(door.at))
    .filter(
      (door) =>
        door.joins.some((place) => "room" in place && place.room === room.id) || (near(door.at) && inside(door.at)),
    );
  const things = [
    ...map.entities,
    ...map.stairs.map(({ at, dir }) => ({ at, kind: "stairs", name: `stairs ${dir}` })),
  ].filter(({ at, kind }) => inside(at) && (all || kind === "stairs"));
  const exits = map.exits.filter(
    ({ at }) => near(at) && (inside(at) || neighbours(at).some((next) => board.holds(next) && inside(next))),
  );
  const notes = all ? map.labels.filter(({ at }) => inside(at)) : [];
  const row = (/** @type {string} */ term, /** @type {Child} */ what) => [h("dt", {}, term), h("dd", {}, what)];
  const pinned = get().pins.includes(room.id);
  return [
    h(
      "div",
      { class: "row apart" },
      h("h2", {}, `Room ${room.number}`),
      h(
        "button",
        {
          type: "button",
          class: "icon-button",
          "aria-label": "Zoom to room",
          title: "Zoom to room",
          onclick: () => zoomToRoom(room),
        },
        icon("fit"),
      ),
    ),
    h(
      "dl",
      { class: "pairs" },
      row(
        "Size",
        `${width} × ${height}, ${room.shape === "cells" ? "irregular" : room.shape === "circle" ? "round" : "rectangular"}`,
      ),
      row("Area", `${formatNumber(room.area)} tiles`),
      all && room.tags.length > 0 && row("Tags", room.tags.join(", ")),
    ),
    doors.length > 0 && h("h3", {}, `Doors (${doors.length})`),
    doors.length > 0 &&
      h(
        "ul",
        { class: "rows" },
        doors.slice(0, MAX_ROWS).map((door) =>
          linkRow(
            door.at,
            humanize(
              doorText(
                all
                  ? door
                  : {
                      kind: door.kind === "secret" ? "door" : door.kind,
                      state: door.state === "locked" ? "closed" : door.state,
                    },
              ),
            ),
            `to ${
              door.joins
                .filter((place) => !("room" in place) || place.room !== room.id)
                .map((place) => placeText(board, place))
                .join(", ") || "a corridor"
            }`,
          ),
        ),
      ),
    exits.length > 0 && h("h3", {}, "Exits"),
    exits.length > 0 &&
      h(
        "ul",
        { class: "rows" },
        exits.map(({ at }) => linkRow(at, "Exit", "")),
      ),
    things.length > 0 && h("h3", {}, "Contents"),
    things.length > 0 &&
      h(
        "ul",
        { class: "rows" },
        things
          .slice(0, MAX_ROWS)
          .map(({ at, kind, name }) =>
            linkRow(at, humanize(name || kind), name && name !== kind && kind !== "stairs" ? kind : ""),
          ),
      ),
    notes.length > 0 && h("h3", {}, "Notes"),
    notes.length > 0 &&
      h(
        "ul",
        { class: "rows" },
        notes.map(({ at, text }) => linkRow(at, text, "")),
      ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: "button small",
          "aria-pressed": String(pinned),
          title: "A re-roll keeps pinned rooms (P)",
          onclick: () => togglePin(room.id),
        },
        icon("pin"),
        pinned ? "Unpin" : "Pin",
      ),
      get().mode !== "edit" &&
        h(
          "button",
          { type: "button", class: "button small", onclick: () => set({ mode: "edit" }) },
          icon("edit"),
          "Edit",
        ),
    ),
  ];
}

/**
 * Key figures of the map, shown while no room is selected.
 * @param {MapView} map
 * @returns {Child[]}
 */
function mapFacts({ size, rooms, doors, entities, seed }) {
  const monsters = entities.filter(({ kind }) => kind === "monster").length;
  /** @type {[string, string][]} */
  const figures = [
    ["Size", `${formatSize(size)} tiles`],
    ["Seed", seed],
  ];
  if (rooms.length > 0) figures.push(["Rooms", formatNumber(rooms.length)]);
  if (doors.length > 0) figures.push(["Doors", formatNumber(doors.length)]);
  if (monsters > 0) figures.push(["Monsters", formatNumber(monsters)]);
  return [
    h("h2", {}, "Map"),
    h(
      "dl",
      { class: "pairs" },
      figures.flatMap(([term, what]) => [h("dt", {}, term), h("dd", {}, what)]),
    ),
    h("p", { class: "muted small-text" }, rooms.length > 0 ? "Click a room for details." : "This map has no rooms."),
  ];
}

/** @param {Cell} at @returns {Cell[]} */
function neighbours([x, y]) {
  return [
    [x - 1, y],
    [x + 1, y],
    [x, y - 1],
    [x, y + 1],
  ];
}

/** @param {RoomView} room */
function zoomToRoom({ bounds: [x, y, width, height] }) {
  camera.flyTo(
    x + width / 2,
    y + height / 2,
    Math.min(48, Math.min(camera.width / (width + 6), camera.height / (height + 6))),
  );
  cameraMoved();
}

/**
 * A row that moves the camera to a tile.
 * @param {Cell} at
 * @param {string} what
 * @param {string} more
 */
function linkRow(at, what, more) {
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "row-link", onclick: () => flyToCell(at) },
      h("span", {}, what),
      h("span", { class: "muted" }, more),
    ),
  );
}

/** Moves the camera and keeps the selection. @param {Cell} at */
function flyToCell([x, y]) {
  camera.flyTo(x + 0.5, y + 0.5, Math.max(camera.to.scale, 20));
  cameraMoved();
}

/** @returns {Child[]} */
function findings() {
  const { map, selection } = get();
  const all = map?.findings ?? [];
  const shortfalls = (map?.notes ?? []).filter((note) => !note.remark);
  const remarks = (map?.notes ?? []).filter((note) => note.remark);
  const chosen = selection?.kind === "cell" ? String(selection.at) : "";
  if (!map) return [h("h2", { id: "findings-title" }, "Check"), h("p", { class: "muted small-text" }, "No map yet.")];
  return [
    h("h2", { id: "findings-title" }, "Check"),
    all.length === 0
      ? h("p", { class: "good-line" }, "No problems found.")
      : h(
          "ul",
          { class: "rows" },
          all
            .slice(0, MAX_ROWS)
            .map(({ rule, message, x, y }) =>
              h(
                "li",
                {},
                h(
                  "button",
                  {
                    type: "button",
                    class: "row-link finding",
                    "aria-current": String([x, y]) === chosen ? "true" : null,
                    onclick: () => selectCell([x, y]),
                  },
                  h("span", {}, message),
                  h("span", { class: "muted" }, humanize(rule)),
                ),
              ),
            ),
          all.length > MAX_ROWS && h("li", { class: "muted" }, `and ${formatNumber(all.length - MAX_ROWS)} more`),
        ),
    shortfalls.length > 0 && h("h3", {}, "Shortfalls"),
    shortfalls.length > 0 &&
      h(
        "ul",
        { class: "rows" },
        shortfalls
          .slice(0, MAX_ROWS)
          .map(({ what, asked, delivered, why }) =>
            h("li", {}, `${humanize(what)}: ${formatNumber(delivered)} of ${formatNumber(asked)}. ${humanize(why)}`),
          ),
      ),
    remarks.length > 0 && h("h3", {}, "Remarks"),
    remarks.length > 0 &&
      h(
        "ul",
        { class: "rows" },
        remarks.slice(0, MAX_ROWS).map(({ what, why }) => h("li", {}, `${humanize(what)}: ${why}.`)),
      ),
  ];
}
