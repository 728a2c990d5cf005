// Which part of the map is seen, and the way between tiles and pixels. Movements ease toward where they lead; `step` is called once a frame.

/** Pixels a tile has at most. */
const LARGEST = 128;
/** Milliseconds in which a movement comes about two thirds nearer to its end. */
const EASE = 55;
/** Nearer than this, in pixels, is there. */
const NEAR = 0.05;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{x: number, y: number, scale: number}} Place the tile in the middle of the stage, and how many pixels a tile has */

export class Camera {
  /** Where it is now. @type {Place} */
  at = { x: 0, y: 0, scale: 8 };
  /** Where it goes. @type {Place} */
  to = { x: 0, y: 0, scale: 8 };
  /** The point of the stage that keeps its tile while the zoom eases. @type {{sx: number, sy: number, x: number, y: number} | null} */
  #hold = null;
  /** Whether it shows all of the map, and goes on doing so when the stage becomes another size. */
  fitted = true;
  /** The stage in pixels. */
  width = 1;
  height = 1;
  /** Taken at the left, and at the top. */
  left = 0;
  top = 0;
  /** The map in tiles. @type {[number, number]} */
  map = [1, 1];

  /** The stage has another size. @param {number} width @param {number} height */
  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.fitted) this.fit(false);
  }

  /** Another map is shown. @param {[number, number]} size */
  show(size) {
    const same = size[0] === this.map[0] && size[1] === this.map[1];
    this.map = size;
    if (!same) this.fit(false);
  }

  /** Where it will be when it rests and shows a map of this size. @param {[number, number]} size @returns {Place} */
  ahead(size) {
    if (size[0] === this.map[0] && size[1] === this.map[1]) return this.to;
    return this.#whole(size);
  }

  /** The scale at which all of the map is seen, with its paper and a margin. */
  get whole() {
    return this.#fitting(this.map);
  }

  /** @param {[number, number]} size */
  #fitting(size) {
    const margin = Math.min(28, this.width / 24);
    return Math.min(LARGEST, Math.max(this.width - this.left - 2 * margin, 1) / (size[0] + 2), Math.max(this.height - this.top - 2 * margin, 1) / (size[1] + 2));
  }

  /** Where all of a map is seen, clear of what lies over the stage. @param {[number, number]} size @returns {Place} */
  #whole(size) {
    const scale = this.#fitting(size);
    return { x: size[0] / 2 - this.left / 2 / scale, y: size[1] / 2 - this.top / 2 / scale, scale };
  }

  /** So many pixels at the left and at the top are taken by something that lies over the stage. @param {number} left @param {number} top */
  reserve(left, top) {
    if (left === this.left && top === this.top) return;
    this.left = left;
    this.top = top;
    if (this.fitted) this.fit(false);
  }

  /** Shows all of the map. @param {boolean} [ease] */
  fit(ease = true) {
    this.fitted = true;
    this.#hold = null;
    this.to = this.#whole(this.map);
    if (!ease || still.matches) this.at = { ...this.to };
  }

  /** Zooms by a factor; the tile at this point of the stage stays there. @param {number} factor @param {number} [sx] @param {number} [sy] @param {boolean} [ease] */
  zoom(factor, sx = this.width / 2, sy = this.height / 2, ease = true) {
    const scale = this.#bounded(this.to.scale * factor);
    const [x, y] = this.tile(sx, sy);
    this.fitted = false;
    this.#hold = { sx, sy, x, y };
    this.to = { ...this.#holding(scale), scale };
    if (!ease || still.matches) this.#arrive();
  }

  /** Moves what is seen by pixels. @param {number} dx @param {number} dy @param {boolean} [ease] */
  pan(dx, dy, ease = false) {
    this.fitted = false;
    if (this.#hold) this.to = { ...this.at };
    this.#hold = null;
    const from = ease ? this.to : this.at;
    this.to = this.#inside({ x: from.x + dx / this.at.scale, y: from.y + dy / this.at.scale, scale: this.to.scale });
    if (!ease || still.matches) this.#arrive();
  }

  /** Goes to a tile, near enough to see it. @param {number} x @param {number} y @param {number} [scale] */
  fly(x, y, scale = Math.max(this.to.scale, 12)) {
    this.fitted = false;
    this.#hold = null;
    this.to = this.#inside({ x, y, scale: this.#bounded(scale) });
    if (still.matches) this.#arrive();
  }

  /** Brings a tile into view, and moves no further than that takes. @param {number} x @param {number} y */
  reveal(x, y) {
    const [sx, sy] = this.point(x + 0.5, y + 0.5, this.to);
    const margin = Math.min(48, this.width / 4, this.height / 4);
    const dx = Math.min(0, sx - margin) + Math.max(0, sx - this.width + margin);
    const dy = Math.min(0, sy - margin) + Math.max(0, sy - this.height + margin);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy, true);
  }

  /** Eases on; whether there is more to come. @param {number} ms since the last frame @returns {boolean} */
  step(ms) {
    if (!this.moving) return false;
    const share = 1 - Math.exp(-Math.min(ms, 100) / EASE);
    const scale = this.at.scale * (this.to.scale / this.at.scale) ** share;
    if (this.#hold) {
      this.at = { ...this.#holding(scale), scale };
    } else {
      this.at = { x: this.at.x + (this.to.x - this.at.x) * share, y: this.at.y + (this.to.y - this.at.y) * share, scale };
    }
    const off = Math.max(Math.abs(this.to.x - this.at.x) * scale, Math.abs(this.to.y - this.at.y) * scale, Math.abs(this.to.scale - scale) * 20);
    if (off < NEAR * 10) this.#arrive();
    return this.moving;
  }

  get moving() {
    return this.at.x !== this.to.x || this.at.y !== this.to.y || this.at.scale !== this.to.scale;
  }

  /** The tile, with its fraction, at a point of the stage. @param {number} sx @param {number} sy @returns {[number, number]} */
  tile(sx, sy) {
    return [this.at.x + (sx - this.width / 2) / this.at.scale, this.at.y + (sy - this.height / 2) / this.at.scale];
  }

  /** The point of the stage at which a tile begins. @param {number} x @param {number} y @param {Place} [from] @returns {[number, number]} */
  point(x, y, from = this.at) {
    return [(x - from.x) * from.scale + this.width / 2, (y - from.y) * from.scale + this.height / 2];
  }

  /** What is seen, in tiles: left, top, right, bottom. @param {Place} [from] @returns {[number, number, number, number]} */
  seen(from = this.at) {
    const [w, h] = [this.width / 2 / from.scale, this.height / 2 / from.scale];
    return [from.x - w, from.y - h, from.x + w, from.y + h];
  }

  #arrive() {
    this.at = { ...this.to };
    this.#hold = null;
  }

  /** @param {number} scale */
  #bounded(scale) {
    return Math.min(LARGEST, Math.max(this.whole * 0.7, scale));
  }

  /** The middle of the stage is never beside the map. @param {Place} place @returns {Place} */
  #inside({ x, y, scale }) {
    return { x: Math.min(this.map[0], Math.max(0, x)), y: Math.min(this.map[1], Math.max(0, y)), scale };
  }

  /** The middle at this scale when the held tile stays where it is. @param {number} scale @returns {Place} */
  #holding(scale) {
    const hold = this.#hold ?? { sx: this.width / 2, sy: this.height / 2, x: this.at.x, y: this.at.y };
    return this.#inside({ x: hold.x - (hold.sx - this.width / 2) / scale, y: hold.y - (hold.sy - this.height / 2) / scale, scale });
  }
}
