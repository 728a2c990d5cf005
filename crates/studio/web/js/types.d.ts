// The types of the API and of the state; `docs/studio.md` describes the API. For `tsc --checkJs`
// only, never served.

/** A recipe, with the keys of its TOML form. */
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

/** Identifies a map: by its recipe, or by `map`, the id of an imported map. */
export interface MapRequest {
  recipe?: Recipe;
  map?: string;
  size?: [number, number];
  /** A number up to 2^64 - 1 as text, or a word. */
  seed?: string;
  /** Danger level from 1 to 1000: places stairs, monsters, treasure and traps. */
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

/** Options of pictures, with the defaults of the command line. */
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

/** Response of `POST /api/generate`. */
export interface MapView {
  /** Digest of the map: 32 hexadecimal digits. */
  id: string;
  size: [number, number];
  seed: string;
  recipe: Recipe | null;
  toml: string | null;
  share: string | null;
  edited: boolean;
  /** Base64 of one byte per tile, row by row; `List.tiles` names the codes. */
  tiles: string;
  rooms: RoomView[];
  /**
   * Run-length encoding over all tiles: index into `rooms` plus one (0: none), length, and so on.
   */
  room_runs: number[];
  passages: { id: number; width: number; points: Cell[]; joins: number[] }[];
  doors: { id: number; at: Cell; kind: string; state: string; facing: string; joins: PlaceView[] }[];
  stairs: { at: Cell; dir: "up" | "down" }[];
  exits: { at: Cell }[];
  entities: { kind: string; at: Cell; name: string }[];
  zones: { id: number; area: number; tags: string[] }[];
  zone_runs: number[];
  labels: { at: Cell; text: string }[];
  /** The grid that rooms are aligned to. */
  grid: [number, number] | null;
  mission: { goal: number; locks: { door: number; key: Cell }[] } | null;
  /** The path from the start to the goal or exit, cell by cell; empty if there is none. */
  critical_path: Cell[];
  /** What was not delivered; with `remark`, nothing is missing. */
  notes: { step: string; what: string; asked: number; delivered: number; why: string; remark: boolean }[];
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

/** Request of `POST /api/render`, which responds with the file. */
export interface RenderRequest {
  wish: MapRequest;
  look?: Look;
  format: string;
  cell?: number;
  /** The rectangle to draw, in tiles; it may extend beyond the map. */
  window?: Box;
  heat?: string;
  paper?: string;
  square?: string;
  pages?: string;
  letters?: "outlines" | "text";
  /** Secret doors in walls for virtual tables. */
  secret?: "wall" | "door";
  /** Pads pictures for virtual tables to a square. */
  pad_square?: boolean;
}

export interface MetricView {
  name: string;
  value: number | null;
  unit: string;
  summary: string;
}

/** Response of `POST /api/measure`. */
export interface MeasureView {
  metrics: MetricView[];
  heat: null | {
    name: string;
    title: string;
    unit: string;
    low: number;
    high: number;
    /** Base64 of one byte per tile: 0 for no value, then 1 (low) to 255 (high). */
    values: string;
  };
}

/** One problem of a request. */
export interface ApiProblem {
  message: string;
  /** JSON pointer to the field at fault, like `/wish/recipe/step/0/with/rounds`, or empty. */
  field: string;
  line?: number;
  column?: number;
}

export interface ApiError {
  code: string;
  message: string;
  problems: ApiProblem[];
}

/** Response of `POST /api/recipe` with `{toml}` or `{recipe}`. */
export interface RecipeView {
  /** The readable part; `null` if nothing can be read. */
  recipe: Recipe | null;
  toml: string | null;
  problems: ApiProblem[];
}

/** Response of `POST /api/import` with `{name, text}`. */
export interface ImportView {
  kind: "map" | "recipe";
  /** The id for `MapRequest.map`. */
  map: string | null;
  recipe: Recipe | null;
  size: [number, number] | null;
  seed: string | null;
  /** Whether the file records how the map was made. */
  trace: boolean;
}

/** Response of `POST /api/share` with `{code}`. */
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

/**
 * Colours of a style, `#rrggbb` or `#rrggbbaa`, for the tile layer and the paper around the map.
 */
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

/** Response of `GET /api/list`. */
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
  formats: { name: string; title: string; group: string; usage: string; type: string; ending: string }[];
  tiles: { code: number; name: string; char: string; walkable: boolean }[];
  things: { code: number; name: string; char: string }[];
  heats: { name: string; title: string; unit: string; meaning: string }[];
  metrics: { name: string; unit: string; summary: string }[];
  themes: { name: string; summary: string }[];
  limits: { tiles: number; body: number; import: number; cell: number; pixels: number; moments: number };
}

/** Response of `POST /api/sight`: what a virtual table learns, in tiles. */
export interface SightView {
  walls: [number, number][][];
  objects: [number, number][][];
  doors: { ends: [[number, number], [number, number]]; kind: string; state: string }[];
  lights: { at: [number, number]; radius: number; color: string }[];
}

/** The parts of JSON Schema that the forms use. */
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

/** The selection on the map. */
export type Selection = { kind: "room"; id: number } | { kind: "cell"; at: Cell } | null;

export type Mode = "make" | "recipe" | "edit" | "replay";

/** The state of the page; see `store.js`. */
export interface State {
  list: List | null;
  /** Parameter schemas by algorithm id; `recipe` is the schema of recipes. */
  schemas: Record<string, Schema>;
  /** The preset or algorithm that the recipe started from. */
  what: string;
  recipe: Recipe | null;
  /**
   * An imported map, instead of a recipe: its id, and its text to upload it again after a server
   * restart.
   */
  imported: { map: string; name: string; text: string } | null;
  size: [number, number] | null;
  seed: string;
  populate: number | null;
  edits: Edit[];
  /** Undone edits; the last one is redone first. */
  undone: Edit[];
  /** Ids of the rooms that a re-roll keeps. */
  pins: number[];
  /** Locked values, as `cellular/rounds`: randomizing and choosing another preset keep them. */
  locks: string[];
  look: Look;
  /** The last map that was generated. */
  map: MapView | null;
  /** The request that `map` was generated from; `mapRequest()` may be newer, or fail. */
  made: MapRequest | null;
  /** Whether a newer map is being generated. */
  busy: boolean;
  /** The error of the current request; the last good map stays visible. */
  problem: ApiError | null;
  online: boolean;
  mode: Mode;
  /** The active overlays, such as `heat:distance`, `zones`, `findings`, `path`, `grid`. */
  overlays: string[];
  selection: Selection;
}
