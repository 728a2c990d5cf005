// Files: every format, saved maps, share codes, print, statistics and variations.

import assert from "node:assert/strict";
import { test } from "node:test";
import { another, downloaded, pngSize, settled, studio } from "./support.mjs";

const { open } = studio();

/** @typedef {import("playwright-core").Page} Page */

/**
 * Downloads a format through the dialog.
 * @param {Page} page
 * @param {string} format
 * @param {(dialog: import("playwright-core").Locator) => Promise<unknown>} [prepare]
 */
async function fetchFormat(page, format, prepare) {
  await page.locator("#download").click();
  const dialog = page.getByRole("dialog", { name: "Download" });
  await dialog.locator(`input[value="${format}"]`).check();
  await prepare?.(dialog);
  const file = await downloaded(page, () => dialog.getByRole("button", { name: "Download", exact: true }).click());
  await dialog.getByText(/^Downloaded/).waitFor();
  await page.keyboard.press("Escape");
  return file;
}

/**
 * Checks that a file is a zip archive with files of these names.
 * @param {...string} names
 */
function isArchive(...names) {
  return (/** @type {Buffer} */ bytes) => {
    assert.equal(bytes.subarray(0, 4).toString("latin1"), "PK\x03\x04");
    for (const name of names) assert(bytes.includes(name), `the archive has ${name}`);
  };
}

test("every format of the list is downloaded and is what it says", async (t) => {
  const page = await open(t);
  await settled(page);
  const { formats } = await page.evaluate(async () => (await fetch("/api/list")).json());
  /** @type {Record<string, (bytes: Buffer) => void>} */
  const checks = {
    png: (bytes) => assert(pngSize(bytes).every((side) => side > 100)),
    apng: (bytes) => assert(pngSize(bytes).every((side) => side > 10)),
    gif: (bytes) => assert.equal(bytes.subarray(0, 6).toString(), "GIF89a"),
    pdf: (bytes) => {
      assert.equal(bytes.subarray(0, 5).toString(), "%PDF-");
      assert.match(bytes.subarray(-16).toString("latin1"), /%%EOF/);
    },
    json: (bytes) => assert.equal(typeof JSON.parse(bytes.toString()), "object"),
    toml: (bytes) => assert.match(bytes.toString(), /use = "dungeon"/),
    txt: (bytes) => assert.match(bytes.toString(), /[#.]{10}/),
    svg: () => {},
    trace: (bytes) => assert(bytes.length > 100),
    vtt: (bytes) => assert(pngSize(bytes).every((side) => side % 100 === 0)),
    dd2vtt: (bytes) => assert(JSON.parse(bytes.toString()).line_of_sight.length > 3),
    foundry: isArchive("map.json"),
    "foundry-module": isArchive("module.json"),
    "fantasy-grounds": isArchive("map.xml"),
    tmx: isArchive("map.tmx", "map-tiles.png"),
    tmj: isArchive("map.tmj", "map-tiles.png"),
    ldtk: isArchive("map.ldtk", "map-tiles.png"),
    tscn: isArchive("map.tscn", "map-tiles.png"),
    layers: isArchive("offsets.json"),
    csv: (bytes) => assert.match(bytes.toString(), /^\d+(,\d+)+\n/),
    npy: (bytes) => assert.equal(bytes.subarray(1, 6).toString(), "NUMPY"),
    dot: (bytes) => assert.match(bytes.toString(), /^graph|^digraph/),
    graph: (bytes) => assert(JSON.parse(bytes.toString()).nodes.length > 3),
    watabou: (bytes) => assert(JSON.parse(bytes.toString()).rects.length > 3),
  };
  /** @type {Set<string>} */
  const names = new Set();
  for (const { name, ending } of formats) {
    const file = await fetchFormat(page, name);
    assert(file.name.endsWith(`.${ending}`), file.name);
    assert(file.name.startsWith("one-page-dungeon-7"), file.name);
    assert(!names.has(file.name), `${file.name} is the name of another format`);
    names.add(file.name);
    assert(checks[name], `there is a check for ${name}`);
    checks[name](file.bytes);
    if (name === "svg") {
      // Parse it on a blank page: the content security policy of the studio forbids the inline
      // styles of the SVG.
      const blank = await page.context().newPage();
      const root = await blank.evaluate((text) => {
        const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
        return [
          documentElement.localName,
          documentElement.querySelectorAll("path").length > 3,
          documentElement.querySelector("parsererror") === null,
        ];
      }, file.bytes.toString());
      await blank.close();
      assert.deepEqual(root, ["svg", true, true]);
    }
  }
});

test("formats are grouped by use, and each one says how to open it", async (t) => {
  const page = await open(t);
  await settled(page);
  await page.locator("#download").click();
  const dialog = page.getByRole("dialog", { name: "Download" });
  for (const group of ["Print", "Virtual table", "Game engine", "Data"]) {
    await dialog.getByRole("group", { name: group, exact: true }).waitFor();
  }
  const usages = new Set();
  const { formats } = await page.evaluate(async () => (await fetch("/api/list")).json());
  for (const { name, usage } of formats) {
    await dialog.locator(`input[value="${name}"]`).check();
    await dialog.getByText(usage, { exact: true }).waitFor();
    usages.add(usage);
  }
  assert.equal(usages.size, formats.length);
  await dialog.locator('input[value="dd2vtt"]').check();
  await dialog.getByLabel("Secret doors").selectOption("door");
  await dialog.getByLabel("Pad to a square").check();
});

test("walls, doors and lights are shown over the map", async (t) => {
  const page = await open(t);
  await settled(page);
  await page.getByRole("button", { name: "Walls and lights" }).click();
  await page.waitForFunction(() => Number(document.documentElement.dataset.sight) > 3);
  await page.getByText(/^[\d,]+ wall segments?, [\d,]+ doors?, [\d,]+ lights?\.$/).waitFor();
  await page.getByRole("button", { name: "Walls and lights" }).click();
  await page.waitForFunction(() => document.documentElement.dataset.sight === "");
});

test("pixels per tile, both views, and a heat map", async (t) => {
  const page = await open(t);
  const { bytes } = await fetchFormat(page, "png", (dialog) => dialog.getByLabel("Pixels per tile").fill("8"));
  const small = pngSize(bytes);
  const large = pngSize(
    (await fetchFormat(page, "png", (dialog) => dialog.getByLabel("Pixels per tile").fill("16"))).bytes,
  );
  assert(large[0] > small[0] * 1.8);
  const hot = await fetchFormat(page, "png", async (dialog) => {
    await dialog.getByLabel("Pixels per tile").fill("8");
    await dialog.getByLabel("Heat map").selectOption({ index: 1 });
  });
  assert.notDeepEqual(hot.bytes, bytes);

  await page.locator("#download").click();
  const dialog = page.getByRole("dialog", { name: "Download" });
  await dialog.locator('input[value="png"]').check();
  await dialog.getByLabel("Audience", { exact: true }).selectOption("both");
  /** @type {string[]} */
  const names = [];
  page.on("download", (download) => names.push(download.suggestedFilename()));
  await dialog.getByRole("button", { name: "Download", exact: true }).click();
  await dialog.getByText(/^Downloaded/).waitFor();
  assert.deepEqual(names.sort(), ["one-page-dungeon-7-gm.png", "one-page-dungeon-7-player.png"]);
});

test("a saved map is opened again and survives a reload", async (t) => {
  const page = await open(t);
  const kept = await settled(page);
  const { name, bytes } = await fetchFormat(page, "json");
  await page.locator("#dice").click();
  await another(page, kept);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator("#open").click()]);
  await chooser.setFiles({ name, mimeType: "application/json", buffer: bytes });
  await page.waitForFunction((kept) => document.documentElement.dataset.map === kept, kept);
  await page.locator("#panel-make").getByText("This map was opened from a file").waitFor();
  await page.waitForFunction(() => localStorage.getItem("mapwright.state")?.includes('"imported":{'));
  await page.reload();
  assert.equal(await settled(page), kept);
});

test("a share link opens the same map, and a bad link shows an error", async (t) => {
  const page = await open(t, { allow: [/status of 4\d\d/] });
  await page.locator("#seed").fill("shared");
  await page.locator("#seed").press("Enter");
  await page.waitForFunction(() => document.documentElement.dataset.busy === "false");
  const kept = await settled(page);
  await page.locator("#share").click();
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  const code = await page.getByLabel("Code", { exact: true }).inputValue();
  assert(link.endsWith(`#s=${encodeURIComponent(code)}`));
  await page.getByRole("button", { name: "Copy code" }).click();
  await page.getByText("Code copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);

  await page.getByLabel("Open a link or code").fill("mw1.nonsense");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("dialog .error")?.textContent !== "");
  await page.keyboard.press("Escape");

  const other = await open(t, { path: `/#s=${encodeURIComponent(code)}` });
  assert.equal(await settled(other), kept);
  assert.equal(new URL(other.url()).hash, "", "the address is the page's own again");
  await other.locator("#dice").click();
  await another(other, kept);
  await other.locator("#share").click();
  await other.getByLabel("Open a link or code").fill(link);
  await other.getByRole("button", { name: "Open", exact: true }).click();
  await other.waitForFunction((kept) => document.documentElement.dataset.map === kept, kept);

  const broken = await open(t, { path: "/#s=mw1.broken", allow: [/status of 4\d\d/] });
  const note = broken.locator('[data-note="link"]');
  await note.getByText(/Cannot open the link\. .{10,}/).waitFor();
  await settled(broken);
  assert(await note.isVisible(), "also once there is a map");
  await note.getByRole("button", { name: "Close" }).click();
  assert.equal(await note.count(), 0);
  const torn = await open(t, { path: "/#s=%E0%A4%A" });
  await torn.getByText(/Cannot open the link\. This is not a share link/).waitFor();
});

/** Counts the pages of a PDF, also if its objects are compressed. @param {Buffer} bytes */
function pagesOf(bytes) {
  const text = bytes.toString("latin1");
  const counts = [
    ...text.matchAll(/\/Type\s*\/Pages\b[^>]*?\/Count\s+(\d+)|\/Count\s+(\d+)[^>]*?\/Type\s*\/Pages\b/g),
  ].map((match) => Number(match[1] ?? match[2]));
  if (counts.length > 0) return Math.max(...counts);
  return [...text.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length;
}

test("print: one page, or several pages at full size", async (t) => {
  const page = await open(t);
  /** @param {string} pages */
  const print = async (pages) => {
    await page.locator("#print").click();
    const dialog = page.getByRole("dialog", { name: "Print" });
    await dialog.getByLabel("Pages").selectOption(pages);
    await dialog.getByLabel("Audience", { exact: true }).selectOption("player");
    const { name, bytes } = await downloaded(page, () => dialog.getByRole("button", { name: "Download PDF" }).click());
    assert(name.endsWith("-player.pdf"), name);
    assert.equal(bytes.subarray(0, 5).toString(), "%PDF-");
    await dialog.waitFor({ state: "detached" });
    return pagesOf(bytes);
  };
  assert.equal(await print("one"), 1);
  assert((await print("tiled")) > 4);
  await page.locator("#print").click();
  const [sheet] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Open PDF to print" }).click(),
  ]);
  await sheet.waitForURL(/^blob:/).catch(() => {});
  assert.match(sheet.url(), /^blob:|^about:blank$/);
});

test("statistics are requested while the panel is open, and follow the map", async (t) => {
  const page = await open(t, { width: 1440 });
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/measure")) asked += 1;
  });
  await page.locator("#dice").click();
  await settled(page);
  assert.equal(asked, 0);
  const before = await settled(page);
  const [answer] = await Promise.all([
    page.waitForResponse("**/api/measure"),
    page.getByText("Statistics", { exact: true }).click(),
  ]);
  const { metrics } = await answer.json();
  await page.locator("td[data-metric]").first().waitFor();
  assert.equal(await page.locator("td[data-metric]").count(), metrics.length);
  await page.locator('td[data-metric="rooms"]').waitFor();
  await Promise.all([page.waitForResponse("**/api/measure"), page.locator("#dice").click()]);
  await another(page, before);
});

test("twelve variations, the next twelve, and choosing one", async (t) => {
  const page = await open(t);
  const before = await settled(page);
  await page.locator("#variations").click();
  const dialog = page.getByRole("dialog", { name: "Variations" });
  await dialog.getByText("Choose a map, or show 12 more.").waitFor();
  const images = await dialog
    .locator(".card img")
    .evaluateAll((all) => all.map((image) => /** @type {HTMLImageElement} */ (image).naturalWidth));
  assert.equal(images.length, 12);
  assert(
    images.every((width) => width > 50),
    String(images),
  );
  const seeds = await dialog.locator(".card").evaluateAll((all) => all.map((card) => card.getAttribute("data-seed")));
  assert.equal(new Set(seeds).size, 12);
  await dialog.getByRole("button", { name: "Next 12" }).click();
  await page.waitForFunction(
    (first) => document.querySelector("dialog .card")?.getAttribute("data-seed") !== first,
    seeds[0],
  );
  const card = dialog.locator(".card").nth(4);
  const seed = await card.getAttribute("data-seed");
  await card.click();
  await another(page, before);
  assert.equal(await page.locator("#seed").inputValue(), seed);
});
