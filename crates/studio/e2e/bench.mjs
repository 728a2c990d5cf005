// Measures the page in Chromium against its targets: `MAPWRIGHT_BIN=… node bench.mjs`.

import { availableParallelism, loadavg } from "node:os";
import { chromium } from "playwright-core";
import { Server, drawn } from "./support.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */
/**
 * @typedef {{all: number, generate: number, render: number}} Change total duration of a change and of its requests, in milliseconds
 */

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const VIEWPORT = { width: 1280, height: 800 };
/** Layouts to measure, and the number of seeds and values for each. */
const LAYOUTS = ["bsp", "dungeon", "cellular", "mining", "rooms-corridors"];
const SEEDS = 12;
const VALUES = 4;
/**
 * A parameter of each layout with values that change the map.
 * @type {Record<string, [string, number[]]>}
 */
const SLIDERS = {
  bsp: ["max_room", [7, 8, 9, 12]],
  dungeon: ["room_count", [8, 12, 16, 20]],
  cellular: ["fill_percent", [46, 48, 52, 54]],
  mining: ["target_percent", [20, 35, 40, 45]],
  "rooms-corridors": ["max_room", [7, 8, 9, 11]],
};
const STYLES = 24;
/** Number of changes of a dragged slider, and the milliseconds between them. */
const DRAG_CHANGES = 50;
const DRAG_INTERVAL = 40;
/** Timeout of the benchmark, in milliseconds; it usually takes a minute. */
const TIMEOUT = 300_000;
/** Longer frames are visible as stutter, in milliseconds. */
const STUTTER = 33.4;

/** Formats a duration. @param {number} ms */
function time(ms) {
  return ms < 1000 ? `${ms.toFixed(2)} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/**
 * Compares a measurement with its target; less is better.
 * @param {number} measured
 * @param {number} target
 */
function verdict(measured, target) {
  const ratio = target / measured;
  return ratio >= 1 ? `met, ${ratio.toFixed(2)}x` : `MISSED, ${ratio.toFixed(2)}x`;
}

/**
 * Prints a table in the format of the other benchmarks.
 * @param {string} title
 * @param {string[]} columns
 * @param {string[][]} rows
 */
function print(title, columns, rows) {
  const widths = columns.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column].length)));
  const line = (/** @type {string[]} */ cells) =>
    console.log(
      `  ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index]) : cell.padStart(widths[index]))).join("   ")}`,
    );
  console.log(`\n${title}\n`);
  line(columns);
  line(widths.map((width) => "-".repeat(Math.min(width, 64))));
  rows.forEach(line);
}

/** @param {number[]} times @param {number} percent */
function percentile(times, percent) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
}

/**
 * Creates a page with empty storage. It records in `__firstPixels` when the canvas first shows a
 * map.
 * @param {Browser} browser
 */
async function visit(browser) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const probe = new OffscreenCanvas(32, 32).getContext("2d", { willReadFrequently: true });
    const look = () => {
      const canvas = /** @type {HTMLCanvasElement | null} */ (document.getElementById("map"));
      if (canvas && probe && canvas.width > 32 && document.documentElement.dataset.map) {
        probe.drawImage(canvas, 0, 0, 32, 32);
        const colors = new Set(new Uint32Array(probe.getImageData(0, 0, 32, 32).data.buffer));
        if (colors.size > 4) {
          Object.assign(window, { __firstPixels: performance.now() });
          return;
        }
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return page;
}

/**
 * Measures a first visit: until the canvas shows a map, and until the hand-drawn picture is shown.
 * @param {Browser} browser
 * @param {string} url
 */
async function opened(browser, url) {
  const page = await visit(browser);
  await page.goto(url);
  await page.waitForFunction(() => "__firstPixels" in window);
  const first = await page.evaluate(() => Number(Reflect.get(window, "__firstPixels")));
  await drawn(page);
  const byHand = await page.evaluate(() => performance.now());
  await page.context().close();
  return { first, byHand };
}

/**
 * Measures the transferred bytes and the number of files of the page.
 * @param {Browser} browser
 * @param {string} url
 */
async function weight(browser, url) {
  const page = await visit(browser);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  /** @type {Map<string, string>} */
  const urls = new Map();
  let [bytes, files] = [0, 0];
  session.on("Network.responseReceived", ({ requestId, response }) => urls.set(requestId, response.url));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = new URL(urls.get(requestId) ?? url).pathname;
    if (path.startsWith("/api/")) return;
    bytes += encodedDataLength;
    files += 1;
  });
  await page.goto(url);
  await drawn(page);
  await page.context().close();
  return { bytes, files };
}

/**
 * Changes the store and waits until the resulting picture is on the screen.
 * @param {Page} page
 * @param {object} patch
 * @param {boolean} another whether the change affects the map, not only the picture
 * @returns {Promise<Change>}
 */
function changed(page, patch, another) {
  return page.evaluate(async ([patch, another]) => {
    const at = "/js/store.js";
    /** @type {typeof import("../web/js/store.js")} */
    const { set } = await import(at);
    const { dataset } = document.documentElement;
    const before = dataset.map;
    performance.clearResourceTimings();
    const begun = performance.now();
    /** @type {Promise<void>} */
    const there = new Promise((resolve, reject) => {
      const stop = setTimeout(() => reject(new Error(`no picture of ${JSON.stringify(patch)} within 10 s`)), 10_000);
      const watch = new MutationObserver(() => {
        if (dataset.busy !== "false" || dataset.picture !== "drawn" || (another && dataset.map === before)) return;
        watch.disconnect();
        clearTimeout(stop);
        resolve();
      });
      watch.observe(document.documentElement, { attributes: true });
    });
    set(patch);
    await there;
    // Wait for the frame that draws the picture, and until the browser has presented it.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const all = performance.now() - begun;
    const asked = (/** @type {string} */ path) =>
      performance
        .getEntriesByType("resource")
        .filter((entry) => entry.name.endsWith(path))
        .reduce((sum, entry) => sum + entry.duration, 0);
    return { all, generate: asked("/api/generate"), render: asked("/api/render") };
  }, /** @type {[object, boolean]} */ ([patch, another]));
}

/**
 * Measures changes of the seed and of one parameter for each layout.
 * @param {Page} page
 * @returns {Promise<Map<string, Change[]>>}
 */
async function changes(page) {
  /** @type {Map<string, Change[]>} */
  const all = new Map();
  for (const use of LAYOUTS) {
    const [name, values] = SLIDERS[use];
    const recipe = (/** @type {object} */ more) => ({ step: [{ use, ...more }] });
    await changed(page, { recipe: recipe({}), size: [80, 50], seed: `${use} 0` }, true);
    /** @type {Change[]} */
    const own = [];
    for (let seed = 1; seed <= SEEDS; seed++) own.push(await changed(page, { seed: `${use} ${seed}` }, true));
    for (const value of values.slice(0, VALUES))
      own.push(await changed(page, { recipe: recipe({ with: { [name]: value } }) }, true));
    all.set(use, own);
  }
  return all;
}

/** Measures changes of the style. @param {Page} page @returns {Promise<Change[]>} */
async function restyled(page) {
  const at = "/js/store.js";
  const styles = await page.evaluate(
    async (at) => (await import(at)).get().list.styles.map((/** @type {{name: string}} */ style) => style.name),
    at,
  );
  await changed(page, { recipe: { step: [{ use: "dungeon" }] }, seed: "styles" }, true);
  /** @type {Change[]} */
  const all = [];
  for (let turn = 1; turn <= STYLES; turn++)
    all.push(await changed(page, { look: { style: styles[turn % styles.length], view: "gm" } }, false));
  return all;
}

/**
 * Drags a slider: counts the maps shown meanwhile and the parallel requests, and measures the delay
 * of the last map.
 * @param {Page} page
 */
async function dragged(page) {
  let most = 0;
  const under = new Set();
  /** @param {import("playwright-core").Request} request */
  const over = (request) => under.delete(request);
  page.on("request", (request) => {
    if (request.url().includes("/api/")) under.add(request);
    most = Math.max(most, under.size);
  });
  page.on("requestfinished", over);
  page.on("requestfailed", over);
  const seen = await page.evaluate(
    async ([count, apart]) => {
      const [store, show] = ["/js/store.js", "/js/map/display.js"];
      /** @type {typeof import("../web/js/store.js")} */
      const { get, set } = await import(store);
      /** @type {typeof import("../web/js/map/display.js")} */
      const { onBoardChange } = await import(show);
      const { dataset } = document.documentElement;
      let maps = 0;
      onBoardChange(() => maps++);
      const begun = performance.now();
      for (let i = 0; i < count; i++) {
        set({
          recipe: { step: [{ use: "cellular", with: { fill_percent: 45 + Math.round((10 * i) / count) } }] },
          seed: `drag ${i}`,
        });
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, begun + (i + 1) * apart - performance.now())));
      }
      const rested = performance.now();
      const there = () =>
        dataset.busy === "false" && dataset.picture === "drawn" && get().made?.seed === `drag ${count - 1}`;
      while (!there() && performance.now() < rested + 10_000)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      // The last change was made one interval earlier.
      return { maps, last: performance.now() - rested + apart };
    },
    [DRAG_CHANGES, DRAG_INTERVAL],
  );
  return { ...seen, most };
}

/**
 * Drags and zooms a map of a million tiles and returns the frame times in milliseconds.
 * @param {Page} page
 * @param {string} use
 * @returns {Promise<number[]>}
 */
async function moved(page, use) {
  await page.evaluate(
    async ([at, use]) => {
      (await import(at)).set({ recipe: { step: [{ use }] }, size: [1000, 1000], seed: "large" });
      const { dataset } = document.documentElement;
      const before = dataset.map;
      for (let wait = 0; wait < 1200 && (dataset.busy !== "false" || dataset.map === before); wait++)
        await new Promise((resolve) => setTimeout(resolve, 50));
    },
    ["/js/store.js", use],
  );
  await page.waitForTimeout(500);
  const box = await page.locator("#map").boundingBox();
  if (!box) throw new Error("there is no map to drag");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.evaluate(() => {
    /** @type {number[]} */
    const frames = [];
    let last = 0;
    const frame = (/** @type {number} */ now) => {
      if (last > 0) frames.push(now - last);
      last = now;
      if (Reflect.get(window, "__frames") === frames) requestAnimationFrame(frame);
    };
    Object.assign(window, { __frames: frames });
    requestAnimationFrame(frame);
  });
  const until = async (/** @type {number} */ ms, /** @type {(share: number) => Promise<void>} */ act) => {
    const begun = performance.now();
    for (let now = begun; now < begun + ms; now = performance.now()) {
      await act((now - begun) / ms);
      await page.waitForTimeout(8);
    }
  };
  // Zoom in and pan, twice, then zoom out and pan.
  for (const direction of [-1, -1, 1]) {
    await until(500, () => page.mouse.wheel(0, direction * 60));
    await page.mouse.down();
    await until(500, (share) => page.mouse.move(x + 200 * Math.sin(share * 12), y + 150 * Math.cos(share * 9)));
    await page.mouse.up();
  }
  return page.evaluate(() => {
    const frames = /** @type {number[]} */ (Reflect.get(window, "__frames"));
    Object.assign(window, { __frames: null });
    return frames;
  });
}

/** @param {Browser} browser @param {string} url */
async function measure(browser, url) {
  const { bytes, files } = await weight(browser, url);
  const openings = [];
  for (let turn = 0; turn < 5; turn++) openings.push(await opened(browser, url));
  const page = await visit(browser);
  await page.goto(url);
  await drawn(page);
  const byLayout = await changes(page);
  const styled = (await restyled(page)).map(({ all }) => all);
  const drag = await dragged(page);
  /** @type {[string, number[]][]} */
  const large = [];
  for (const use of ["cellular", "bsp"]) large.push([use, await moved(page, use)]);
  await page.context().close();

  const all = [...byLayout.values()].flat().map((change) => change.all);
  const within = (/** @type {string} */ what, /** @type {number} */ measured, /** @type {number} */ target) => [
    what,
    time(measured),
    time(target),
    verdict(measured, target),
  ];
  const told = (/** @type {string} */ what, /** @type {number} */ measured) => [what, time(measured), "", ""];
  const [load, cores] = [loadavg()[0], availableParallelism()];
  const busy =
    load > 2 * cores
      ? `; the machine is busy with other things (load ${load.toFixed(1)} of ${cores}), so they are worse than they would be`
      : "";
  print(
    `The page in Chromium, 1280x800${busy}`,
    ["what", "measured", "target", ""],
    [
      [`the page and its ${files} files, as sent`, `${Math.round(bytes / 1000)} kB`, "300 kB", verdict(bytes, 300e3)],
      within("opened, until the first map is seen", Math.max(...openings.map(({ first }) => first)), 1000),
      told("  until it is drawn by hand", Math.max(...openings.map(({ byHand }) => byHand))),
      within(`another map of 80x50, until its picture is seen (${all.length}): p95`, percentile(all, 95), 100),
      told("  p50", percentile(all, 50)),
      within(`another style of 80x50 (${styled.length}): p95`, percentile(styled, 95), 100),
      told("  p50", percentile(styled, 50)),
      told(`a slider dragged, ${DRAG_CHANGES} changes in 2 s: until the last is seen`, drag.last),
      ["  maps seen on the way", String(drag.maps), "", ""],
      ["  requests at a time", String(drag.most), "", ""],
      ...large.flatMap(([use, frames]) => {
        const late = (100 * frames.filter((ms) => ms > STUTTER).length) / frames.length;
        return [
          [
            `1000x1000 (${use}) dragged and zoomed: frames over 33 ms, of ${frames.length}`,
            `${late.toFixed(1)} %`,
            "2.0 %",
            verdict(Math.max(late, 0.01), 2),
          ],
          told("  the longest frame", Math.max(...frames)),
        ];
      }),
    ],
  );
  const middle = (/** @type {number[]} */ times) => time(percentile(times, 50));
  print(
    "Where the time of another map goes, p50: asked for the map, asked for its picture, the page itself",
    ["layout", "all", "p95", "map", "picture", "page"],
    [...byLayout].map(([use, own]) => [
      use,
      middle(own.map((change) => change.all)),
      time(
        percentile(
          own.map((change) => change.all),
          95,
        ),
      ),
      middle(own.map((change) => change.generate)),
      middle(own.map((change) => change.render)),
      middle(own.map(({ all, generate, render }) => all - generate - render)),
    ]),
  );
}

const guard = setTimeout(() => {
  console.error(`not done after ${TIMEOUT / 1000} s`);
  process.exit(1);
}, TIMEOUT);
const server = await Server.start();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
try {
  await measure(browser, server.url);
} finally {
  await browser.close();
  await server.stop();
  clearTimeout(guard);
}
