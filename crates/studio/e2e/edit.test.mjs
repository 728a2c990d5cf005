// Editing: every tool by pointer or key, undo and redo, problems, pins, and edits in the saved map.

import assert from "node:assert/strict";
import test from "node:test";
import { change, onScreen, showMap, state, theMap, tilesOf } from "./state.mjs";
import { another, settled, shown, studio } from "./support.mjs";

const { open } = studio();
/** The browser logs every error response, such as a rejected edit. */
const REJECTED = [/status of 4\d\d/];

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../web/js/types.js").MapView} MapView */

const FLOOR = 2;

/** @param {Page} page @param {Partial<import("../web/js/types.js").State>} [more] */
async function edit(page, more = {}) {
  await showMap(page, "rooms-corridors", { size: [60, 40], seed: "7", ...more });
  await change(page, { mode: "edit" });
  return theMap(page);
}

/** @param {Page} page @param {string} name */
async function tool(page, name) {
  await page.locator(`[data-tool="${name}"].icon-button`).click();
}

/** @param {Page} page @param {[number, number]} from @param {[number, number]} to */
async function drag(page, from, to) {
  await page.mouse.move(...(await onScreen(page, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await onScreen(page, ...to)), { steps: 6 });
  await page.mouse.up();
}

/** @param {MapView} map @param {number} x @param {number} y */
function at(map, x, y) {
  return tilesOf(map)[y * map.size[0] + x];
}

/**
 * Finds solid rock of this size.
 * @param {MapView} map
 * @param {number} width
 * @param {number} height
 * @returns {[number, number]}
 */
function rock(map, width, height) {
  const tiles = tilesOf(map);
  for (let y = 1; y + height < map.size[1]; y++) {
    for (let x = 1; x + width < map.size[0]; x++) {
      let solid = true;
      for (let dy = 0; solid && dy < height; dy++)
        for (let dx = 0; dx < width; dx++) if (tiles[(y + dy) * map.size[0] + x + dx] > 1) solid = false;
      if (solid) return [x, y];
    }
  }
  assert.fail("the map has no solid rock of this size");
}

test("painting changes tiles in one edit, which undo and redo cover", async (t) => {
  const page = await open(t);
  const before = await edit(page);
  const [x, y] = rock(before, 7, 4);
  await tool(page, "paint");
  await page.locator("#edit-brush").fill("2");
  await drag(page, [x + 1, y + 1], [x + 4, y + 1]);
  const painted = await another(page, before.id);
  const after = await theMap(page);
  for (let dx = 1; dx <= 5; dx++) for (let dy = 1; dy <= 2; dy++) assert.equal(at(after, x + dx, y + dy), FLOOR);
  assert.equal((await state(page, "edits")).length, 1);
  assert(after.edited);
  await page.locator("#map").focus();
  await page.keyboard.press("Control+z");
  assert.equal(await another(page, painted), before.id, "undone, it is the map from before");
  await page.keyboard.press("Control+Shift+z");
  assert.equal(await another(page, before.id), painted);
});

test("a wall across the map shows a problem at once, on the map and in the list", async (t) => {
  const page = await open(t);
  const before = await edit(page);
  await tool(page, "paint");
  await page.getByText("Wall", { exact: true }).click();
  await drag(page, [30, 1], [30, 38]);
  await another(page, before.id);
  const after = await theMap(page);
  assert(after.findings.length > 0);
  const finding = page.locator("#findings .finding").first();
  assert.match(
    (await finding.textContent()) ?? "",
    new RegExp(after.findings[0].message.slice(0, 12).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")),
  );
  await finding.click();
  assert.deepEqual(await state(page, "selection"), { kind: "cell", at: [after.findings[0].x, after.findings[0].y] });
  await page.locator(".bad-line").waitFor();
});

test("rooms are moved by pointer and by key, and a good edit has no findings", async (t) => {
  const page = await open(t, { allow: REJECTED });
  const before = await edit(page);
  // Move the first room with enough rock beside it.
  let moved = null;
  for (const room of before.rooms) {
    const [x, y] = room.bounds;
    await drag(page, [x, y], [x, y + 1]);
    await settled(page);
    if ((await state(page, "edits")).length > 0) {
      moved = room;
      break;
    }
  }
  assert(moved, "a room can be moved");
  const after = await theMap(page);
  const there = after.rooms.find(({ id }) => id === moved.id);
  assert(there);
  assert.deepEqual(there.bounds, [moved.bounds[0], moved.bounds[1] + 1, moved.bounds[2], moved.bounds[3]]);
  assert.deepEqual(after.findings, []);
  await page.locator("#map").focus();
  await page.keyboard.press("ArrowUp");
  await another(page, after.id);
  assert.deepEqual((await theMap(page)).rooms.find(({ id }) => id === moved.id)?.bounds, moved.bounds);
});

test("a rejected edit is undone, with the reason as a message", async (t) => {
  const page = await open(t, { allow: REJECTED });
  const before = await edit(page);
  const room = before.rooms[0];
  await drag(page, [room.bounds[0], room.bounds[1]], [-4, -4]);
  await page.locator("#edit-word.bad").waitFor();
  assert.match((await page.locator("#edit-word").textContent()) ?? "", /^[^a-z].{10,}\. Undone\.$/);
  await settled(page);
  assert.deepEqual(await state(page, "edits"), []);
  assert.equal(await shown(page), before.id);
  assert.equal(await state(page, "problem"), null);
});

test("rooms are added, resized by a handle and removed", async (t) => {
  const page = await open(t);
  const before = await edit(page, { seed: "3", size: [70, 50] });
  const [x, y] = rock(before, 10, 9);
  await tool(page, "room");
  await drag(page, [x + 2, y + 2], [x + 5, y + 5]);
  const added = await another(page, before.id);
  const one = await theMap(page);
  const room = one.rooms.find(({ id }) => !before.rooms.some((other) => other.id === id));
  assert(room);
  assert.deepEqual(room.bounds, [x + 2, y + 2, 4, 4]);
  assert.deepEqual(one.findings, []);

  await tool(page, "select");
  await page.mouse.click(...(await onScreen(page, x + 3, y + 3)));
  assert.deepEqual(await state(page, "selection"), { kind: "room", id: room.id });
  const corner = await onScreen(page, x + 5.5, y + 5.5);
  await page.mouse.move(...corner);
  await page.mouse.down();
  await page.mouse.move(...(await onScreen(page, x + 6.5, y + 6.5)), { steps: 4 });
  await page.mouse.up();
  const resized = await another(page, added);
  assert.deepEqual((await theMap(page)).rooms.find(({ id }) => id === room.id)?.bounds, [x + 2, y + 2, 5, 5]);

  await page.locator("#map").focus();
  await page.keyboard.press("Delete");
  await another(page, resized);
  assert(!(await theMap(page)).rooms.some(({ id }) => id === room.id));
  assert.equal((await state(page, "edits")).length, 3);
});

test("a click adds, changes and removes doors", async (t) => {
  const page = await open(t);
  const before = await edit(page, { recipe: { step: [{ use: "dungeon" }] }, size: [60, 44] });
  const door = before.doors[0];
  await tool(page, "door");
  const kind = door.kind === "portcullis" ? "secret" : "portcullis";
  await page.locator(`label[for="edit-kind-${kind}"]`).click();
  await page.mouse.click(...(await onScreen(page, ...door.at)));
  const changed = await another(page, before.id);
  assert.equal((await theMap(page)).doors.find(({ id }) => id === door.id)?.kind, kind);
  await page.mouse.click(...(await onScreen(page, ...door.at)));
  const cycled = await another(page, changed);
  assert.notEqual(
    (await theMap(page)).doors.find(({ id }) => id === door.id)?.kind,
    kind,
    "once more, and it is the next kind",
  );
  await page.locator('label[for="edit-kind-none"]').click();
  await page.mouse.click(...(await onScreen(page, ...door.at)));
  await another(page, cycled);
  assert(!(await theMap(page)).doors.some(({ at: [x, y] }) => x === door.at[0] && y === door.at[1]));
});

test("notes are placed at the cursor, are plain text, and stay in the saved map", async (t) => {
  const page = await open(t);
  const before = await edit(page);
  await tool(page, "note");
  await page.locator("#map").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await page.locator("#note-text").fill("<b>Trapdoor</b> & more");
  await page.keyboard.press("Enter");
  const id = await another(page, before.id);
  const map = await theMap(page);
  assert.deepEqual(map.labels, [{ at: [30, 20], text: "<b>Trapdoor</b> & more" }]);
  await page.mouse.move(...(await onScreen(page, 30, 20)));
  assert.match((await page.locator("#hover").textContent()) ?? "", /“<b>Trapdoor<\/b> & more”/);
  const again = await page.evaluate(async () => {
    const [api, store] = await Promise.all(["/js/api.js", "/js/store.js"].map((path) => import(path)));
    const file = await api.render({ wish: store.get().made, format: "json" });
    const saved = await api.importText("saved.json", await file.text());
    return api.generate({ map: saved.map });
  });
  assert.equal(again.id, id, "the saved map is the edited one");
  assert.deepEqual(again.labels, map.labels);
  assert(again.edited);
});

test("a re-roll keeps pinned rooms", async (t) => {
  const page = await open(t);
  const before = await edit(page);
  const room = before.rooms[1];
  await page.mouse.click(...(await onScreen(page, room.bounds[0], room.bounds[1])));
  await page.keyboard.press("p");
  assert.deepEqual(await state(page, "pins"), [room.id]);
  await page.getByRole("button", { name: "Re-roll the rest" }).click();
  await another(page, before.id);
  const after = await theMap(page);
  const kept = after.rooms.find(({ id }) => id === room.id);
  assert(kept, "the pinned room is still there");
  assert.deepEqual(kept.bounds, room.bounds);
  assert.notDeepEqual(
    after.rooms.map(({ bounds }) => bounds),
    before.rooms.map(({ bounds }) => bounds),
  );
  assert.deepEqual(after.findings, []);
});

test("a finger paints", async (t) => {
  const page = await open(t, { touch: true });
  const before = await edit(page);
  const [x, y] = rock(before, 5, 3);
  await tool(page, "paint");
  const session = await page.context().newCDPSession(page);
  const finger = async (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {number} */ column) => {
    const [px, py] = await onScreen(page, column, y + 1);
    await session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: px, y: py }],
    });
  };
  await finger("touchStart", x + 1);
  for (const column of [x + 2, x + 3]) await finger("touchMove", column);
  await finger("touchEnd", x + 3);
  await another(page, before.id);
  const after = await theMap(page);
  for (const column of [x + 1, x + 2, x + 3]) assert.equal(at(after, column, y + 1), FLOOR);
});

test("edits are saved with their map and return with it", async (t) => {
  const page = await open(t);
  const bare = await edit(page);
  const [x, y] = rock(bare, 5, 3);
  await tool(page, "paint");
  await drag(page, [x + 1, y + 1], [x + 3, y + 1]);
  const edited = await another(page, bare.id);
  await change(page, { pins: [bare.rooms[0].id] });
  const note = page.locator('[data-note="kept"]');
  const clean = async () => {
    for (const key of /** @type {const} */ (["edits", "undone", "pins"]))
      assert.deepEqual(await state(page, key), [], key);
  };

  await page.locator("#dice").click();
  await another(page, edited);
  await clean();
  assert(!(await theMap(page)).edited);
  assert.match((await note.textContent()) ?? "", /Your edit is saved/);
  await page.getByRole("button", { name: "Previous seed" }).click();
  await page.waitForFunction((id) => document.documentElement.dataset.map === id, edited);
  assert.deepEqual(await state(page, "pins"), [bare.rooms[0].id]);
  assert.equal(await note.count(), 0, "there is nothing to go back to");

  // The same holds for a changed value, a preset and a variation; restoring the value and the note
  // lead back.
  await page.keyboard.press("1");
  const number = page.locator('#panel-make [data-field^="/step/0/with/"] input[type="number"]').first();
  const before = Number(await number.inputValue());
  await number.fill(String(before + 1));
  await another(page, edited);
  await clean();
  await number.fill(String(before));
  await page.waitForFunction((id) => document.documentElement.dataset.map === id, edited);
  await page.keyboard.press("Escape");
  await page.locator("#map").focus();
  await page.keyboard.press("g");
  await page.locator('.card[data-name="natural-cave"]').click();
  await another(page, edited);
  await clean();
  // Also after a reload.
  await page.waitForFunction(
    () =>
      localStorage.getItem("mapwright.kept")?.includes("paint") &&
      localStorage.getItem("mapwright.state")?.includes("Natural cave"),
  );
  await page.reload();
  await settled(page);
  await clean();
  await change(page, { recipe: { step: [{ use: "rooms-corridors" }] }, size: [60, 40] });
  await page.waitForFunction((id) => document.documentElement.dataset.map === id, edited);
  assert.equal((await state(page, "edits")).length, 1);
  await page.locator("#variations").click();
  await page.locator("dialog .card").nth(2).click();
  await another(page, edited);
  await clean();
  await note.getByRole("button", { name: "Go back" }).click();
  await page.waitForFunction((id) => document.documentElement.dataset.map === id, edited);
});

test("a rejected edit removes no earlier edit", async (t) => {
  const page = await open(t, { allow: REJECTED });
  const before = await edit(page);
  await change(page, {
    edits: [
      { do: "remove-room", room: 99999 },
      { do: "label", at: [5, 5], text: "stays" },
    ],
  });
  await page.locator("#problem").waitFor();
  assert.equal((await state(page, "edits")).length, 2);
  assert.equal(await shown(page), before.id);
  await page.locator("#problem").getByRole("button", { name: "Remove this edit" }).click();
  await page.locator("#problem").waitFor({ state: "hidden" });
  assert.deepEqual(await state(page, "edits"), [{ do: "label", at: [5, 5], text: "stays" }]);
});

for (const touch of [false, true]) {
  test(`a note is written where ${touch ? "a finger taps" : "the pointer clicks"}`, async (t) => {
    const page = await open(t, { touch });
    const before = await edit(page);
    await tool(page, "note");
    const at = await onScreen(page, 30, 20);
    if (touch) await page.touchscreen.tap(...at);
    else {
      await page.mouse.move(...at);
      await page.mouse.down();
      assert.equal(await page.locator("dialog").count(), 0, "not before the button is up");
      await page.mouse.up();
    }
    await page.locator("#note-text").waitFor();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
    assert.equal(await page.evaluate(() => document.activeElement?.id), "note-text");
    await page.keyboard.type("here");
    await page.keyboard.press("Enter");
    await another(page, before.id);
    assert.deepEqual((await theMap(page)).labels, [{ at: [30, 20], text: "here" }]);
  });
}

test("repeated clicks on a door cycle through all kinds", async (t) => {
  const page = await open(t);
  const before = await edit(page, { recipe: { step: [{ use: "dungeon" }] }, size: [60, 44] });
  const kinds = (await state(page, "list"))?.door_kinds ?? [];
  const door = before.doors[0];
  await tool(page, "door");
  await page.locator(`label[for="edit-kind-${kinds[0]}"]`).click();
  const at = await onScreen(page, ...door.at);
  const seen = new Set();
  for (let click = 0; click <= kinds.length; click += 1) {
    const count = (await state(page, "edits")).length;
    await page.mouse.click(...at);
    await settled(page);
    const edits = await state(page, "edits");
    assert.equal(edits.length, count + 1);
    seen.add((await theMap(page)).doors.find(({ id }) => id === door.id)?.kind);
  }
  assert.equal(seen.size, kinds.length, [...seen].join(" "));
  // A double click moves on by two kinds.
  const count = (await state(page, "edits")).length;
  await page.mouse.dblclick(...at);
  await settled(page);
  const edits = /** @type {{kind?: string}[]} */ (await state(page, "edits")).slice(count);
  assert.equal(new Set(edits.map(({ kind }) => kind)).size, edits.length);
});

test("a click adds no room, and arrow key moves become an edit before a mode change or undo", async (t) => {
  const page = await open(t, { allow: REJECTED });
  const before = await edit(page, { seed: "3", size: [70, 50] });
  const [x, y] = rock(before, 10, 9);
  await tool(page, "room");
  await page.mouse.click(...(await onScreen(page, x + 4, y + 4)));
  assert.deepEqual(await state(page, "edits"), []);
  await page
    .locator("#edit-word")
    .getByText(/^Drag from corner to corner/)
    .waitFor();
  await drag(page, [x + 3, y + 3], [x + 5, y + 5]);
  await another(page, before.id);
  await tool(page, "select");
  await page.mouse.click(...(await onScreen(page, x + 4, y + 4)));
  await page.locator("#map").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("1");
  assert.equal((await state(page, "edits")).at(-1)?.do, "move-room");
  await settled(page);
  await page.keyboard.press("3");
  const count = (await state(page, "edits")).length;
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+z");
  assert.equal((await state(page, "edits")).length, count);
  assert.equal((await state(page, "undone")).length, 1);
});
