// The words that page and server share; `docs/studio.md` says more. The server never reads this file: it is for `tsc --checkJs`.

/** A recipe, as TOML has it. */
export interface Recipe {
  title?: string;
  summary?: string;
  size?: [number, number];
  attempts?: number;
  require?: Record<string, string>;
  step: Step[];
}

export interface Step {
  id?: string;
  use: string;
  with?: Record<string, unknown>;
  area?: { x?: number | string; y?: number | string; width: number | string; height: number | string };
  zone?: number;
  off?: boolean;
}

/** Which map is meant. Either `recipe` or `map` (the id of an imported one). */
export interface Wish {
  recipe?: Recipe;
  map?: string;
  size?: [number, number];
  /** A number up to 2^64 - 1 as text, or a word. */
  seed?: string;
  /** Also place stairs, monsters, treasure and traps for this danger, 1 to 1000. */
  populate?: number;
  edits?: Edit[];
}

export type Cell = [number, number];
export type Box = [number, number, number, number];

export type Edit =
  | { do: "paint"; tile: string; cells?: Cell[]; rects?: Box[] }
  | { do: "add-room"; rect: Box; circle?: boolean }
  | { do: "move-room"; room: number; by: Cell }
  | { do: "resize-room"; room: number; rect: Box }
  | { do: "remove-room"; room: number }
  | { do: "door"; at: Cell; kind: string; state?: string }
  | { do: "remove-door"; at: Cell }
  | { do: "label"; at: Cell; text: string }
  | { do: "reroll"; seed: string; keep: number[] };

/** How pictures look; what is left out is as on the command line. */
export interface Look {
  style?: string;
  view?: "gm" | "player";
  without?: string[];
  numbers?: boolean;
  furnish?: boolean;
  water?: string;
  danger?: number;
  title?: string;
  compass?: boolean;
  scale?: boolean;
  legend?: boolean;
  crop?: boolean;
}

/** What `POST /api/generate` answers. */
export interface MapView {
  /** 32 hexadecimal digits that stand for the map. */
  id: string;
  size: [number, number];
  seed: string;
  recipe: Recipe | null;
  toml: string | null;
  share: string | null;
  edited: boolean;
  /** Base64 of one byte a tile, in reading order; `List.tiles` names the codes. */
  tiles: string;
  rooms: RoomView[];
  /** Runs over all tiles in reading order: index into `rooms` plus one (0: none), length, and so on. */
  room_runs: number[];
  passages: { id: number; width: number; points: Cell[]; joins: number[] }[];
  doors: { id: number; at: Cell; kind: string; state: string; facing: string; joins: PlaceView[] }[];
  stairs: { at: Cell; dir: "up" | "down" }[];
  exits: { at: Cell }[];
  entities: { kind: string; at: Cell; name: string }[];
  zones: { id: number; area: number; tags: string[] }[];
  zone_runs: number[];
  labels: { at: Cell; text: string }[];
  /** The grid that rooms keep to. */
  grid: [number, number] | null;
  mission: { goal: number; locks: { door: number; key: Cell }[] } | null;
  /** The way from the start to the goal or exit, cell by cell; empty where there is none. */
  critical_path: Cell[];
  notes: { step: string; what: string; asked: number; delivered: number; why: string }[];
  stats: Record<string, number>;
  promises: string[];
  findings: Finding[];
}

export interface RoomView {
  id: number;
  number: number;
  shape: "rect" | "circle" | "cells";
  bounds: Box;
  area: number;
  tags: string[];
}

export type PlaceView = { room: number } | { passage: number };

export interface Finding {
  rule: string;
  message: string;
  x: number;
  y: number;
}

/** `POST /api/render`: answers with the file itself. */
export interface RenderWish {
  wish: Wish;
  look?: Look;
  format: string;
  cell?: number;
  /** Exactly this part of the plane in tiles; it may reach over the edge of the map. */
  window?: Box;
  heat?: string;
  paper?: string;
  square?: string;
  pages?: string;
  letters?: "outlines" | "text";
}

export interface MetricView {
  name: string;
  value: number | null;
  unit: string;
  summary: string;
}

/** `POST /api/measure` */
export interface MeasureView {
  metrics: MetricView[];
  heat: null | {
    name: string;
    title: string;
    unit: string;
    low: number;
    high: number;
    /** Base64 of one byte a tile: 0 nothing, 1 (low) to 255 (high). */
    values: string;
  };
}

/** What is wrong, and with which field of the request. */
export interface ApiProblem {
  message: string;
  /** JSON pointer into the body of the request, like `/wish/recipe/step/0/with/rounds`, or empty. */
  field: string;
  line?: number;
  column?: number;
}

export interface ApiError {
  code: string;
  message: string;
  problems: ApiProblem[];
}

/** `POST /api/recipe` with `{toml}` or `{recipe}`. */
export interface RecipeView {
  /** As far as it can be read. */
  recipe: Recipe | null;
  toml: string | null;
  problems: ApiProblem[];
}

/** `POST /api/import` with `{name, text}`. */
export interface ImportView {
  kind: "map" | "recipe";
  /** For `Wish.map`. */
  map: string | null;
  recipe: Recipe | null;
  size: [number, number] | null;
  seed: string | null;
}

/** `POST /api/share` with `{code}`. */
export interface SharedView {
  recipe: Recipe;
  size: [number, number];
  seed: string;
}

export interface GeneratorView {
  id: string;
  kind: "layout" | "shape" | "place";
  revision: number;
  promises: string[];
  min_size: [number, number];
  natural_size: [number, number];
  summary: string;
  description: string;
}

export interface PresetView {
  name: string;
  title: string;
  summary: string;
  recipe: Recipe;
  toml: string;
  size: [number, number];
}

/** Colours of a style, `#rrggbb` or `#rrggbbaa`: for the flat map and the paper around it. */
export interface StyleColors {
  paper: string;
  floor: string;
  wall: string;
  line: string;
  water: string;
  hatch: string;
  hatch_ground: string;
  text: string;
}

/** `GET /api/list` */
export interface List {
  version: string;
  generators: GeneratorView[];
  presets: PresetView[];
  styles: { name: string; title: string; tiles: boolean; colors?: StyleColors }[];
  layers: string[];
  water: string[];
  views: string[];
  papers: string[];
  squares: string[];
  pages: string[];
  door_kinds: string[];
  door_states: string[];
  formats: { name: string; title: string; type: string; ending: string }[];
  tiles: { code: number; name: string; char: string; walkable: boolean }[];
  things: { code: number; name: string; char: string }[];
  heats: { name: string; title: string; unit: string; meaning: string }[];
  metrics: { name: string; unit: string; summary: string }[];
  themes: { name: string; summary: string }[];
  limits: { tiles: number; body: number; import: number; cell: number; pixels: number; moments: number };
}

/** A JSON schema, as far as the forms use it. */
export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  format?: string;
  uniqueItems?: boolean;
  examples?: unknown[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** What is selected on the map. */
export type Selection = { kind: "room"; id: number } | { kind: "cell"; at: Cell } | null;

export type Mode = "make" | "recipe" | "edit" | "replay";

/** All that the page knows; see `store.js`. */
export interface State {
  list: List | null;
  /** Parameter schemas by the id of the algorithm; `recipe` is that of recipes. */
  schemas: Record<string, Schema>;
  /** The preset or algorithm that the recipe began as. */
  what: string;
  recipe: Recipe | null;
  /** The id of an imported map, in place of a recipe, and its text for a server that forgot it. */
  imported: { map: string; name: string; text: string } | null;
  size: [number, number] | null;
  seed: string;
  populate: number | null;
  edits: Edit[];
  /** Edits that were undone, the next to redo last. */
  undone: Edit[];
  /** Rooms that stay when the rest is made again. */
  pins: number[];
  /** Values that neither dice nor another preset change, as `cellular/rounds`. */
  locks: string[];
  look: Look;
  /** The last good map, and whether a newer one is on its way. */
  map: MapView | null;
  /** The wish that `map` was made from; the one of `wish()` may be newer, or impossible. */
  made: Wish | null;
  busy: boolean;
  /** Why the wish is impossible; the last good map stays. */
  problem: ApiError | null;
  online: boolean;
  mode: Mode;
  /** What lies over the map: `heat:distance`, `zones`, `findings`, `path`, `grid`; several. */
  overlays: string[];
  selection: Selection;
}
