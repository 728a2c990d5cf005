// The modules of the page import each other without cycles, neither between files nor between
// folders.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../web/js");
/** The entry point: it starts every part of the page and is imported by none. */
const ENTRY = "main.js";

/** @typedef {Map<string, Set<string>>} Graph each node with the nodes it imports */

/**
 * Reads the import and re-export lines of all modules, with paths relative to `web/js`.
 * @returns {Promise<Graph>}
 */
async function readImports() {
  const files = (await readdir(ROOT, { recursive: true }))
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".js"));
  /** @type {Graph} */
  const graph = new Map();
  for (const file of files) {
    const text = await readFile(join(ROOT, file), "utf8");
    const imports = text.matchAll(
      /^(?:import|export)\b[^"';]*?["'](\.[^"']+)["'];?$|^\s*[^/*\s].*\bimport\(["'](\.[^"']+)["']\)/gm,
    );
    graph.set(file, new Set([...imports].map(([, from, dynamic]) => posix.join(posix.dirname(file), from ?? dynamic))));
  }
  return graph;
}

/**
 * The graph of folders; files directly in `web/js` are the folder `.`.
 * @param {Graph} files
 * @returns {Graph}
 */
function folderGraph(files) {
  /** @type {Graph} */
  const folders = new Map();
  for (const [file, imports] of files) {
    if (file === ENTRY) continue;
    const folder = posix.dirname(file);
    const all = folders.get(folder) ?? new Set();
    for (const path of imports) if (posix.dirname(path) !== folder) all.add(posix.dirname(path));
    folders.set(folder, all);
  }
  return folders;
}

/**
 * Returns a cycle as a list of nodes that begins and ends with the same one, or an empty list.
 * @param {Graph} graph
 * @returns {string[]}
 */
function findCycle(graph) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} node @param {string[]} path @returns {string[]} */
  const visit = (node, path) => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle.length > 0) return cycle;
    }
    done.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

test("a cycle is found", () => {
  assert.deepEqual(
    findCycle(
      new Map([
        ["a", new Set(["b"])],
        ["b", new Set(["c"])],
        ["c", new Set(["b"])],
      ]),
    ),
    ["b", "c", "b"],
  );
  assert.deepEqual(
    findCycle(
      new Map([
        ["a", new Set(["b", "c"])],
        ["b", new Set(["c"])],
        ["c", new Set()],
      ]),
    ),
    [],
  );
});

test("every import names a file that exists", async () => {
  const graph = await readImports();
  assert(graph.size > 40, `${graph.size} modules`);
  assert(graph.get(ENTRY)?.has("map/stage.js"), "imports are read");
  for (const [file, imports] of graph) for (const path of imports) assert(graph.has(path), `${file} imports ${path}`);
});

test("no files import each other in a cycle", async () => {
  assert.deepEqual(findCycle(await readImports()), []);
});

test("no folders import each other in a cycle", async () => {
  const graph = await readImports();
  assert.deepEqual(findCycle(folderGraph(graph)), []);
  for (const [file, imports] of graph) assert(!imports.has(ENTRY), `${file} imports the entry point`);
});
