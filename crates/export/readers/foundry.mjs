// Reads the modules for Foundry VTT in a folder with Foundry's own packer, and compares.
//
//   npm install @foundryvtt/foundryvtt-cli        (anywhere; set NODE_MODULES to its node_modules)
//   node foundry.mjs FOLDER
//
// FOLDER holds unpacked modules, each with its module.json. For every compendium, the packer must
// read the documents of our database, build a database of our sources, and read the same documents
// from it.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
if ( !folder ) throw new Error("usage: node foundry.mjs FOLDER");
const modules = path.resolve(process.env.NODE_MODULES ?? "node_modules");
const packer = createRequire(path.join(modules, "_.js")).resolve("@foundryvtt/foundryvtt-cli");
const { compilePack, extractPack } = await import(pathToFileURL(packer));

/** Returns the documents in a folder of JSON files, by key. */
function documents(from) {
  const read = name => JSON.parse(fs.readFileSync(path.join(from, name), "utf8"));
  const all = fs.readdirSync(from).filter(name => name.endsWith(".json")).map(read);
  return Object.fromEntries(all.map(document => [document._key, document]));
}

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "foundry-"));
let checked = 0;
try {
  for ( const id of fs.readdirSync(folder) ) {
    const root = path.join(folder, id);
    if ( !fs.existsSync(path.join(root, "module.json")) ) continue;
    const manifest = JSON.parse(fs.readFileSync(path.join(root, "module.json"), "utf8"));
    assert.equal(manifest.id, id, "the folder has the id of the module");
    for ( const pack of manifest.packs ) {
      const work = path.join(temporary, id, pack.name);
      // LevelDB writes into a folder that it opens: read a copy.
      fs.cpSync(path.join(root, pack.path), path.join(work, "ours"), { recursive: true });
      await extractPack(path.join(work, "ours"), path.join(work, "from-ours"));
      await compilePack(path.join(root, "packs/_source", pack.name), path.join(work, "built"));
      await extractPack(path.join(work, "built"), path.join(work, "from-built"));
      const [ours, built] = [documents(path.join(work, "from-ours")), documents(path.join(work, "from-built"))];
      const sources = documents(path.join(root, "packs/_source", pack.name));
      assert.ok(Object.keys(sources).length > 0, `${id}/${pack.name} is empty`);
      assert.deepEqual(Object.keys(ours).sort(), Object.keys(sources).sort(), `documents of ${id}/${pack.name}`);
      assert.deepEqual(ours, built, `${id}/${pack.name}: our database and the packer's`);
      for ( const [key, source] of Object.entries(sources) ) {
        for ( const [field, value] of Object.entries(source) ) {
          assert.deepEqual(ours[key][field], value, `${id}/${pack.name}: ${key} ${field}`);
        }
      }
      checked += Object.keys(sources).length;
    }
  }
} finally {
  fs.rmSync(temporary, { recursive: true });
}
if ( checked === 0 ) throw new Error(`no modules in ${folder}`);
console.log(`Foundry's packer agrees about ${checked} documents`);
