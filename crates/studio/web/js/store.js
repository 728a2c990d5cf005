// The state of the page. Modules read it with `get`, change it with `set` and subscribe to keys
// with `on`.

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

/**
 * @type {{keys: Set<keyof State>, listen: (state: Readonly<State>, changed: Set<keyof State>) => void}[]}
 */
const listeners = [];
/** @type {((patch: Partial<State>) => Partial<State>)[]} */
const interceptors = [];

/** Returns the current state, which callers must not modify. @returns {Readonly<State>} */
export function get() {
  return state;
}

/**
 * Changes some keys, then calls the listeners of every key whose value is different.
 * @param {Partial<State>} patch
 */
export function set(patch) {
  for (const intercept of interceptors) patch = intercept(patch);
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

/**
 * Lets `intercept` extend every change before it is applied.
 * @param {(patch: Partial<State>) => Partial<State>} intercept
 */
export function beforeSet(intercept) {
  interceptors.push(intercept);
}

/**
 * The request for the map that the state describes.
 * @param {Readonly<State>} [from]
 * @returns {MapRequest}
 */
export function mapRequest(from = state) {
  const { recipe, imported, size, seed, populate, edits } = from;
  /** @type {MapRequest} */
  const request = imported ? { map: imported.map } : { recipe: recipe ?? { step: [] }, seed };
  if (!imported && size) request.size = size;
  if (!imported && populate) request.populate = populate;
  if (edits.length > 0) request.edits = edits;
  return request;
}
