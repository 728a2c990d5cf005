// Access to the state of the page, for tests that aim at tiles or inspect the store.

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../web/js/types.js").State} State */
/** @typedef {import("../web/js/types.js").MapView} MapView */

import assert from "node:assert/strict";
import { drawn } from "./support.mjs";

const VIEW = "/js/map/canvas.js";

/**
 * A value of the store.
 * @template {keyof State} K
 * @param {Page} page
 * @param {K} key
 * @returns {Promise<State[K]>}
 */
export function state(page, key) {
  return page.evaluate(`import("/js/store.js").then((store) => store.get()[${JSON.stringify(key)}])`);
}

/** The map of the store. @param {Page} page @returns {Promise<MapView>} */
export async function theMap(page) {
  const map = await state(page, "map");
  assert(map);
  return map;
}

/** Changes the store. @param {Page} page @param {Partial<State>} patch */
export function change(page, patch) {
  return page.evaluate(`import("/js/store.js").then((store) => store.set(${JSON.stringify(patch)}))`);
}

/**
 * Shows the map of an algorithm and waits for its picture.
 * @param {Page} page
 * @param {string} use
 * @param {Partial<State> & {with?: Record<string, unknown>}} [more]
 */
export async function showMap(page, use, { with: values, ...more } = {}) {
  const before = (await theMap(page)).id;
  await change(page, {
    recipe: { step: [{ use, ...(values ? { with: values } : {}) }] },
    imported: null,
    populate: null,
    edits: [],
    undone: [],
    pins: [],
    selection: null,
    ...more,
  });
  await page.waitForFunction(
    (before) => document.documentElement.dataset.map !== before && document.documentElement.dataset.busy === "false",
    before,
  );
  await drawn(page);
  return theMap(page);
}

/**
 * The centre of a tile on the screen, once the camera rests.
 * @param {Page} page
 * @param {number} x
 * @param {number} y
 * @returns {Promise<[number, number]>}
 */
export async function onScreen(page, x, y) {
  await rest(page);
  return page.evaluate(`import("/js/map/canvas.js").then(({ camera }) => {
    const { left, top } = document.getElementById("map").getBoundingClientRect();
    const [sx, sy] = camera.point(${x} + 0.5, ${y} + 0.5);
    return [left + sx, top + sy];
  })`);
}

/**
 * Waits until the camera rests at another place.
 * @param {Page} page
 * @param {{x: number, y: number, scale: number}} from
 */
export async function placeAfter(page, from) {
  await rest(page, JSON.stringify(from));
  return place(page);
}

/**
 * Waits until the camera rests, at another place than `from`.
 * @param {Page} page
 * @param {string} [from]
 */
export async function rest(page, from = "") {
  // Not `waitForFunction`, which takes a pending promise for a result.
  await page.evaluate(
    async ([path, from]) => {
      const { camera } = await import(path);
      for (const until = performance.now() + 10_000; camera.moving || JSON.stringify(camera.at) === from;) {
        if (performance.now() > until) throw new Error("the camera does not come to rest");
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
    [VIEW, from],
  );
}

/**
 * The position of the camera.
 * @param {Page} page
 * @returns {Promise<{x: number, y: number, scale: number}>}
 */
export async function place(page) {
  await rest(page);
  return page.evaluate(`import("/js/map/canvas.js").then(({ camera }) => camera.at)`);
}

/**
 * A checksum of the canvas after the next frame, and its number of colours.
 * @param {Page} page
 * @returns {Promise<{sum: number, colors: number}>}
 */
export async function pixels(page) {
  await rest(page);
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("map"));
    const copy = /** @type {OffscreenCanvasRenderingContext2D} */ (
      new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true })
    );
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const words = new Uint32Array(data.buffer);
    let sum = 0;
    const colors = new Set();
    for (const word of words) {
      sum = (Math.imul(sum, 31) + word) >>> 0;
      colors.add(word);
    }
    return { sum, colors: colors.size };
  });
}

/** The tile codes of a map. @param {MapView} map @returns {Buffer} */
export function tilesOf(map) {
  return Buffer.from(map.tiles, "base64");
}
