// Descriptions of tiles, doors and rooms.

import { get } from "../store.js";

/** The name of a tile. @param {number} code */
export function tileName(code) {
  return (get().list?.tiles.find((tile) => tile.code === code)?.name ?? `tile ${code}`).replace(/-/g, " ");
}

/** @param {{kind: string, state: string}} door */
export function doorText({ kind, state }) {
  const name = kind === "door" ? "door" : kind === "archway" ? "archway" : `${kind} door`;
  return kind === "archway" ? name : `${name}, ${state}`;
}

/** @param {RoomView} room */
export function roomText(room) {
  return `room ${room.number}${room.tags.length > 0 ? ` (${room.tags.join(", ")})` : ""}`;
}

/** The room or passage that a door leads to. @param {Board} board @param {PlaceView} place */
export function placeText(board, place) {
  if ("passage" in place) return "a corridor";
  const room = board.room(place.room);
  return room ? `room ${room.number}` : "a room";
}

/** A one-line summary of a room. @param {Board} board @param {RoomView} room */
export function roomLine(board, room) {
  const doors = board.view.doors.filter(
    ({ at, kind, joins }) =>
      joins.some((place) => "room" in place && place.room === room.id) &&
      !(isPlayerView() && (kind === "secret" || board.isHidden(at))),
  ).length;
  return [
    `Room ${room.number}`,
    `${room.bounds[2]} × ${room.bounds[3]}`,
    doors === 1 ? "1 door" : doors > 1 ? `${doors} doors` : "",
    ...(isPlayerView() ? [] : room.tags),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Whether the map is drawn for players; texts must then not reveal what the picture hides. */
export function isPlayerView() {
  return get().look.view === "player";
}

/**
 * The room at a tile, unless it is hidden from players.
 * @param {Board} board
 * @param {Cell} at
 * @returns {RoomView | null}
 */
export function visibleRoomAt(board, at) {
  const room = board.roomAt(at);
  return room && isPlayerView() && (board.isHidden(at) || board.isRoomHidden(room)) ? null : room;
}

/** Describes a tile without secrets. @param {Board} board @param {Cell} at @returns {string[]} */
function describeForPlayers(board, at) {
  const index = board.index(at);
  const room = board.isHidden(at) ? null : board.roomAt(at);
  const door = board.isHidden(at) ? null : board.doors().get(index);
  const kind = door?.kind === "secret" ? "door" : (door?.kind ?? "");
  return [
    `${at[0]}, ${at[1]}`,
    board.isHidden(at)
      ? "wall"
      : door
        ? kind === "door" || kind === "archway"
          ? kind
          : `${kind} door`
        : tileName(board.tiles[index]).replace("locked", "closed"),
    ...(room ? [`room ${room.number}`] : []),
  ];
}

/**
 * Describes a tile: position, tile or door, room, zone, entities and note.
 * @param {Board} board
 * @param {Cell} at
 * @returns {string[]}
 */
export function describe(board, at) {
  if (!board.holds(at)) return [];
  if (isPlayerView()) return describeForPlayers(board, at);
  const index = board.index(at);
  const door = board.doors().get(index);
  const room = board.roomAt(at);
  const label = board.labels().get(index);
  const zone = board.view.zones[board.zones()[index] - 1];
  return [
    `${at[0]}, ${at[1]}`,
    door ? doorText(door) : tileName(board.tiles[index]),
    ...(room ? [roomText(room)] : []),
    ...(zone && get().overlays.includes("zones")
      ? [`zone ${zone.id}${zone.tags.length > 0 ? ` (${zone.tags.join(", ")})` : ""}`]
      : []),
    ...(board.things().get(index) ?? []),
    ...(label ? [`“${label}”`] : []),
  ];
}
