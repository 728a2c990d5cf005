// What is where, in words.

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

/** Where a door leads. @param {Board} board @param {PlaceView} place */
export function placeText(board, place) {
  if ("passage" in place) return "a passage";
  const room = board.room(place.room);
  return room ? `room ${room.number}` : "a room";
}

/** A tile and all that is known of it. @param {Board} board @param {Cell} at @returns {string[]} */
export function describe(board, at) {
  if (!board.holds(at)) return [];
  const index = board.index(at);
  const door = board.doors().get(index);
  const room = board.roomAt(at);
  const label = board.labels().get(index);
  const zone = board.view.zones[board.zones()[index] - 1];
  return [
    `${at[0]}, ${at[1]}`,
    door ? doorText(door) : tileName(board.tiles[index]),
    ...(room ? [roomText(room)] : []),
    ...(zone && get().overlays.includes("zones") ? [`zone ${zone.id}${zone.tags.length > 0 ? ` (${zone.tags.join(", ")})` : ""}`] : []),
    ...(board.things().get(index) ?? []),
    ...(label ? [`“${label}”`] : []),
  ];
}
