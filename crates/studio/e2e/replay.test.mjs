// The replay: exact frames in both directions, by button, scrubber and key.

import assert from "node:assert/strict";
import test from "node:test";
import { change, pixels, showMap, state, theMap, tilesOf } from "./state.mjs";
import { another, downloaded, settled, studio } from "./support.mjs";

const { open } = studio();

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {string} use @param {[number, number]} size */
async function replay(page, use, size) {
  await showMap(page, use, { size, seed: "7" });
  await change(page, { mode: "replay" });
  await page.waitForFunction(() => document.documentElement.dataset.frame === "0");
  return Number(await page.locator("#scrubber").getAttribute("max"));
}

/** @param {Page} page */
async function frame(page) {
  return Number(await page.locator("html").getAttribute("data-frame"));
}

test("first, last, previous, next and the scrubber", async (t) => {
  const page = await open(t);
  const last = await replay(page, "mining", [30, 20]);
  assert(last > 50);
  const button = (/** @type {string} */ name) => page.locator("#replay-bar").getByRole("button", { name, exact: true });
  const start = await pixels(page);
  await button("Next").click();
  assert.equal(await frame(page), 1);
  assert.match((await page.locator("#moment").textContent()) ?? "", /^1 of .* step 1 of 1: mining/);
  await button("Last").click();
  assert.equal(await frame(page), last);
  assert.notEqual((await pixels(page)).sum, start.sum);
  await button("Previous").click();
  assert.equal(await frame(page), last - 1);
  await page.locator("#scrubber").fill("20");
  assert.equal(await frame(page), 20);
  await button("First").click();
  assert.equal(await frame(page), 0);
  await button("Next with this label").click();
  await button("Next with this label").click();
  const there = await frame(page);
  await button("Previous with this label").click();
  assert((await frame(page)) < there);
});

test("arrow keys change the frame, and space plays to the end", async (t) => {
  const page = await open(t);
  const last = await replay(page, "mining", [30, 20]);
  await page.locator("#map").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await frame(page), 1);
  await page.keyboard.press("End");
  assert.equal(await frame(page), last);
  await page.keyboard.press("Home");
  assert.equal(await frame(page), 0);
  await page.keyboard.press("Shift+ArrowRight");
  assert((await frame(page)) >= 1);
  await page.locator("#speed").fill("12");
  assert.match((await page.locator(".speed-text").textContent()) ?? "", /3,840 frames\/s/);
  await page.locator("#map").focus();
  await page.keyboard.press("Space");
  await page.waitForFunction((last) => document.documentElement.dataset.frame === String(last), last);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await page.keyboard.press("Space");
  await page
    .getByRole("button", { name: "Pause", exact: true })
    .waitFor({ state: "attached" })
    .catch(() => {});
  assert((await frame(page)) <= last, "at the end it restarts");
});

test("labels show their frame counts and lead to their next frame", async (t) => {
  const page = await open(t);
  const last = await replay(page, "mining", [30, 20]);
  const rows = page.locator("#panel-replay .labels button");
  const counts = (await rows.locator("span:last-child").allTextContents()).map((text) =>
    Number(text.replace(/,/g, "")),
  );
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    last,
  );
  const name = ((await rows.first().locator("span").first().textContent()) ?? "").toLowerCase();
  await rows.first().click();
  assert.match((await page.locator("#moment").textContent()) ?? "", new RegExp(name, "i"));
  assert.notEqual(await rows.first().getAttribute("data-now"), null);
});

test("every frame is the same forwards and back, and the last one is the map", async (t) => {
  const page = await open(t);
  await replay(page, "cellular", [60, 40]);
  const answer = await page.evaluate(async () => {
    const [api, store, { FrameBuffer, Trace }] = await Promise.all(
      ["/js/api.js", "/js/store.js", "/js/replay/trace.js"].map((path) => import(path)),
    );
    const trace = new Trace((await api.trace(store.get().made)).bytes);
    const jumping = new FrameBuffer(trace);
    const sums = (/** @type {InstanceType<typeof FrameBuffer>} */ film) =>
      film.bytes.reduce(
        (/** @type {number} */ sum, /** @type {number} */ byte) => (Math.imul(sum, 31) + byte) >>> 0,
        0,
      );
    /** @type {number[]} */
    const forwards = [];
    const walking = new FrameBuffer(trace);
    for (let frame = 0; frame <= trace.frameCount; frame++) {
      walking.go(frame, () => {});
      forwards.push(sums(walking));
    }
    let wrong = 0;
    for (let i = 0; i < 200; i++) {
      const frame = (i * 7919) % (trace.frameCount + 1);
      jumping.go(frame, () => {});
      if (sums(jumping) !== forwards[frame]) wrong++;
    }
    return { moments: trace.frameCount, wrong, last: [...walking.bytes].map((byte) => byte & 15) };
  });
  assert(answer.moments > 3);
  assert.equal(answer.wrong, 0);
  assert.deepEqual(answer.last, [...tilesOf(await theMap(page))]);
});

test("a trace of many frames is scrubbed and played", async (t) => {
  const page = await open(t);
  const last = await replay(page, "mining", [300, 300]);
  assert(last > 10_000, `${last} moments`);
  for (const share of [0.9, 0.1, 0.5, 1, 0]) {
    await page.locator("#scrubber").fill(String(Math.round(last * share)));
    assert.equal(await frame(page), Math.round(last * share));
  }
  await page.locator("#map").focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.documentElement.dataset.frame) > 100);
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
});

test("after a click on the tab the keys control the replay", async (t) => {
  const page = await open(t);
  await showMap(page, "mining", { size: [30, 20], seed: "7" });
  await page.locator("#tab-replay").click();
  await page.waitForFunction(() => document.documentElement.dataset.frame === "0");
  const last = Number(await page.locator("#scrubber").getAttribute("max"));
  await page.keyboard.press("ArrowRight");
  assert.equal(await frame(page), 1);
  await page.keyboard.press("End");
  assert.equal(await frame(page), last);
  await page.keyboard.press("Home");
  assert.equal(await frame(page), 0);
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.documentElement.dataset.frame) > 1);
});

test("previous with this label leads from the end of a mine to its last break", async (t) => {
  const page = await open(t);
  const last = await replay(page, "mining", [30, 20]);
  const button = (/** @type {string} */ name) => page.locator("#replay-bar").getByRole("button", { name, exact: true });
  const moment = async () => (await page.locator("#moment").textContent()) ?? "";
  await button("Last").click();
  assert.match(await moment(), / void /);
  await button("Previous with this label").click();
  const lastBreak = await frame(page);
  assert(lastBreak < last);
  assert.match(await moment(), / break .*1 tile changed/);
  await button("Previous with this label").click();
  assert((await frame(page)) < lastBreak);
  assert.match(await moment(), / break /);
});

test("the statistics follow the frame", async (t) => {
  const page = await open(t);
  const last = await replay(page, "mining", [40, 25]);
  const figures = async () => {
    const list = page.locator("#replay-statistics");
    const [terms, values] = await Promise.all([
      list.locator("dt").allTextContents(),
      list.locator("dd").allTextContents(),
    ]);
    return Object.fromEntries(terms.map((term, index) => [term, values[index]]));
  };
  const start = await figures();
  assert.deepEqual([start.Open, start.Wall, start.Void], ["0.00% (0 tiles)", "1,000 tiles", "0 tiles"]);
  const { stats } = await theMap(page);
  assert.equal(start.Start, `${stats.start_x}, ${stats.start_y}`);
  assert.match(start["Run time"], /^\d+(\.\d+)? ms$/);
  assert.match(start["Per step"], /^\d+(\.\d+)? ms$/);
  await page.locator("#scrubber").fill("7");
  const seventh = await figures();
  assert.match(seventh.Open, /^0\.\d\d% \(\d tiles\)$/);
  await page.locator("#scrubber").fill(String(last));
  const end = await figures();
  assert.equal(end.Open, `${((100 * stats.tiles_floor) / 1000).toFixed(2)}% (${stats.tiles_floor} tiles)`);
  assert.equal(end.Void, `${stats.tiles_void.toLocaleString("en")} tiles`);
  assert.match(end.Steps, new RegExp(`^${stats.breaks} break, ${stats.backtracks} backtrack`));
});

/** Opens a file with the file picker. @param {Page} page @param {string} name @param {Buffer} buffer */
async function openFile(page, name, buffer) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator("#open").click()]);
  await chooser.setFiles({ name, mimeType: "application/octet-stream", buffer });
}

/** Downloads the map in a format. @param {Page} page @param {string} format */
async function fetchFormat(page, format) {
  await page.locator("#download").click();
  const dialog = page.getByRole("dialog", { name: "Download" });
  await dialog.locator(`input[value="${format}"]`).check();
  const file = await downloaded(page, () => dialog.getByRole("button", { name: "Download", exact: true }).click());
  await page.keyboard.press("Escape");
  return file;
}

test("a map from a file is replayed from its own recipe and seed", async (t) => {
  const page = await open(t);
  const last = await replay(page, "mining", [30, 20]);
  await change(page, { mode: "make" });
  const kept = (await theMap(page)).id;
  const { name, bytes } = await fetchFormat(page, "json");
  await page.locator("#dice").click();
  await another(page, kept);
  await openFile(page, name, bytes);
  await page.waitForFunction((kept) => document.documentElement.dataset.map === kept, kept);
  await settled(page);
  await page.locator("#tab-replay").click();
  await page.waitForFunction((last) => document.querySelector("#scrubber")?.getAttribute("max") === String(last), last);
  assert(await page.getByText("the replay ends in a different map").isHidden());
  // The same file, edited by hand: a tile of void at the top left is wall.
  const edited = bytes.toString().replace('"tiles": [\n    " ', '"tiles": [\n    "#');
  assert.notEqual(edited, bytes.toString());
  await openFile(page, "edited.json", Buffer.from(edited));
  await page.getByText("the replay ends in a different map").waitFor();
});

test("a trace of the studio is opened and shown as it was recorded", async (t) => {
  const page = await open(t);
  const last = await replay(page, "mining", [30, 20]);
  await change(page, { mode: "make" });
  const kept = (await theMap(page)).id;
  const { name, bytes } = await fetchFormat(page, "trace");
  assert(name.endsWith(".trace"), name);
  await page.locator("#dice").click();
  await another(page, kept);
  await openFile(page, name, bytes);
  await page.waitForFunction((kept) => document.documentElement.dataset.map === kept, kept);
  await page.waitForFunction((last) => document.querySelector("#scrubber")?.getAttribute("max") === String(last), last);
  assert.equal(await state(page, "mode"), "replay");
  await page.reload();
  assert.equal(await settled(page), kept);
  await page.locator("#tab-replay").click();
  await page.waitForFunction((last) => document.querySelector("#scrubber")?.getAttribute("max") === String(last), last);
});
