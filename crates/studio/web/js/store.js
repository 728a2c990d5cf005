// The one place where the page keeps what it knows. Everybody reads it, changes it with `set`, and listens for the keys that concern them.

/** @type {State} */
const state = {
  list: null,
  schemas: {},
  what: "",
  recipe: null,
  imported: null,
  size: null,
  seed: "7",
  populate: null,
  edits: [],
  undone: [],
  pins: [],
  locks: [],
  look: { style: "ink", view: "gm" },
  map: null,
  made: null,
  busy: false,
  problem: null,
  online: true,
  mode: "make",
  overlays: [],
  selection: null,
};

/** @type {{keys: Set<keyof State>, listen: (state: Readonly<State>, changed: Set<keyof State>) => void}[]} */
const listeners = [];
/** @type {((patch: Partial<State>) => Partial<State>)[]} */
const amending = [];

/** What is known now; to be read, never written to. @returns {Readonly<State>} */
export function get() {
  return state;
}

/**
 * Changes some of it, and tells those who listen for a key that became another value.
 * @param {Partial<State>} patch
 */
export function set(patch) {
  for (const amend of amending) patch = amend(patch);
  /** @type {Set<keyof State>} */
  const changed = new Set();
  for (const key of /** @type {(keyof State)[]} */ (Object.keys(patch))) {
    if (state[key] !== patch[key]) {
      changed.add(key);
    }
  }
  Object.assign(state, patch);
  if (changed.size === 0) return;
  for (const { keys, listen } of [...listeners]) {
    if ([...keys].some((key) => changed.has(key))) listen(state, changed);
  }
}

/**
 * Calls `listen` after each change of one of these keys.
 * @param {(keyof State)[]} keys
 * @param {(state: Readonly<State>, changed: Set<keyof State>) => void} listen
 */
export function on(keys, listen) {
  listeners.push({ keys: new Set(keys), listen });
}

/** Lets `change` add to each change what has to go with it. @param {(patch: Partial<State>) => Partial<State>} change */
export function amend(change) {
  amending.push(change);
}

/** The wish that the state stands for. @param {Readonly<State>} [from] @returns {Wish} */
export function wish(from = state) {
  const { recipe, imported, size, seed, populate, edits } = from;
  /** @type {Wish} */
  const wish = imported ? { map: imported.map } : { recipe: recipe ?? { step: [] }, seed };
  if (!imported && size) wish.size = size;
  if (!imported && populate) wish.populate = populate;
  if (edits.length > 0) wish.edits = edits;
  return wish;
}
