// The camera: the visible part of the map, and the conversion between tiles and pixels. Movements
// are eased; `step` is called once per frame.

/** Maximum pixels per tile. */
const MAX_SCALE = 128;
/** Time constant of movements, in milliseconds: about two thirds of the distance. */
const EASE = 55;
/** A movement ends this close to its target, in pixels. */
const ARRIVED = 0.5;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {{x: number, y: number, scale: number}} Place the tile at the centre of the stage, and pixels per tile
 */

export class Camera {
  /** The current position. @type {Place} */
  at = { x: 0, y: 0, scale: 8 };
  /** The target position. @type {Place} */
  to = { x: 0, y: 0, scale: 8 };
  /**
   * The point of the stage that stays on its tile during a zoom.
   * @type {{sx: number, sy: number, x: number, y: number} | null}
   */
  #anchor = null;
  /** Whether the whole map is shown, also after the stage is resized. */
  fitted = true;
  /** Size of the stage in pixels. */
  width = 1;
  height = 1;
  /** Pixels at the left and top that other elements cover. */
  left = 0;
  top = 0;
  /** Size of the map in tiles. @type {[number, number]} */
  map = [1, 1];

  /** Sets the size of the stage. @param {number} width @param {number} height */
  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.fitted) this.fit(false);
  }

  /** Sets the size of the map, and fits a map of another size. @param {[number, number]} size */
  show(size) {
    const same = size[0] === this.map[0] && size[1] === this.map[1];
    this.map = size;
    if (!same) this.fit(false);
  }

  /**
   * The position at rest for a map of this size.
   * @param {[number, number]} size
   * @returns {Place}
   */
  targetFor(size) {
    if (size[0] === this.map[0] && size[1] === this.map[1]) return this.to;
    return this.#placeToFit(size);
  }

  /** The scale that fits the map with its paper and a margin. */
  get fitScale() {
    return this.#scaleToFit(this.map);
  }

  /** @param {[number, number]} size */
  #scaleToFit(size) {
    const margin = Math.min(28, this.width / 24);
    return Math.min(
      MAX_SCALE,
      Math.max(this.width - this.left - 2 * margin, 1) / (size[0] + 2),
      Math.max(this.height - this.top - 2 * margin, 1) / (size[1] + 2),
    );
  }

  /**
   * The position that fits a map beside the covered part of the stage.
   * @param {[number, number]} size
   * @returns {Place}
   */
  #placeToFit(size) {
    const scale = this.#scaleToFit(size);
    return { x: size[0] / 2 - this.left / 2 / scale, y: size[1] / 2 - this.top / 2 / scale, scale };
  }

  /**
   * Reserves pixels at the left and top that other elements cover.
   * @param {number} left
   * @param {number} top
   */
  reserve(left, top) {
    if (left === this.left && top === this.top) return;
    this.left = left;
    this.top = top;
    if (this.fitted) this.fit(false);
  }

  /** Fits the whole map. @param {boolean} [ease] */
  fit(ease = true) {
    this.fitted = true;
    this.#anchor = null;
    this.to = this.#placeToFit(this.map);
    if (!ease || reducedMotion.matches) this.at = { ...this.to };
  }

  /**
   * Zooms by a factor around a point of the stage.
   * @param {number} factor
   * @param {number} [sx]
   * @param {number} [sy]
   * @param {boolean} [ease]
   */
  zoom(factor, sx = this.width / 2, sy = this.height / 2, ease = true) {
    const scale = this.#clampScale(this.to.scale * factor);
    const [x, y] = this.tile(sx, sy);
    this.fitted = false;
    this.#anchor = { sx, sy, x, y };
    this.to = { ...this.#anchored(scale), scale };
    if (!ease || reducedMotion.matches) this.#arrive();
  }

  /** Pans by pixels. @param {number} dx @param {number} dy @param {boolean} [ease] */
  pan(dx, dy, ease = false) {
    this.fitted = false;
    if (this.#anchor) this.to = { ...this.at };
    this.#anchor = null;
    const from = ease ? this.to : this.at;
    this.to = this.#clampPlace({
      x: from.x + dx / this.at.scale,
      y: from.y + dy / this.at.scale,
      scale: this.to.scale,
    });
    if (!ease || reducedMotion.matches) this.#arrive();
  }

  /**
   * Moves to a tile, and zooms in if it would be too small.
   * @param {number} x
   * @param {number} y
   * @param {number} [scale]
   */
  flyTo(x, y, scale = Math.max(this.to.scale, 12)) {
    this.fitted = false;
    this.#anchor = null;
    this.to = this.#clampPlace({ x, y, scale: this.#clampScale(scale) });
    if (reducedMotion.matches) this.#arrive();
  }

  /** Pans just far enough to bring a tile into view. @param {number} x @param {number} y */
  reveal(x, y) {
    const [sx, sy] = this.point(x + 0.5, y + 0.5, this.to);
    const margin = Math.min(48, this.width / 4, this.height / 4);
    const dx = Math.min(0, sx - margin) + Math.max(0, sx - this.width + margin);
    const dy = Math.min(0, sy - margin) + Math.max(0, sy - this.height + margin);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy, true);
  }

  /**
   * Advances the movement; returns whether it continues.
   * @param {number} ms since the last frame
   * @returns {boolean}
   */
  step(ms) {
    if (!this.moving) return false;
    const share = 1 - Math.exp(-Math.min(ms, 100) / EASE);
    const scale = this.at.scale * (this.to.scale / this.at.scale) ** share;
    if (this.#anchor) {
      this.at = { ...this.#anchored(scale), scale };
    } else {
      this.at = {
        x: this.at.x + (this.to.x - this.at.x) * share,
        y: this.at.y + (this.to.y - this.at.y) * share,
        scale,
      };
    }
    const off = Math.max(
      Math.abs(this.to.x - this.at.x) * scale,
      Math.abs(this.to.y - this.at.y) * scale,
      Math.abs(this.to.scale - scale) * 20,
    );
    if (off < ARRIVED) this.#arrive();
    return this.moving;
  }

  get moving() {
    return this.at.x !== this.to.x || this.at.y !== this.to.y || this.at.scale !== this.to.scale;
  }

  /**
   * Converts a point of the stage to tile coordinates with fractions.
   * @param {number} sx
   * @param {number} sy
   * @returns {[number, number]}
   */
  tile(sx, sy) {
    return [this.at.x + (sx - this.width / 2) / this.at.scale, this.at.y + (sy - this.height / 2) / this.at.scale];
  }

  /**
   * Converts tile coordinates to a point of the stage.
   * @param {number} x
   * @param {number} y
   * @param {Place} [from]
   * @returns {[number, number]}
   */
  point(x, y, from = this.at) {
    return [(x - from.x) * from.scale + this.width / 2, (y - from.y) * from.scale + this.height / 2];
  }

  /**
   * The visible area in tiles: left, top, right, bottom.
   * @param {Place} [from]
   * @returns {[number, number, number, number]}
   */
  visible(from = this.at) {
    const [w, h] = [this.width / 2 / from.scale, this.height / 2 / from.scale];
    return [from.x - w, from.y - h, from.x + w, from.y + h];
  }

  #arrive() {
    this.at = { ...this.to };
    this.#anchor = null;
  }

  /** @param {number} scale */
  #clampScale(scale) {
    return Math.min(MAX_SCALE, Math.max(this.fitScale * 0.7, scale));
  }

  /** Keeps the centre of the stage on the map. @param {Place} place @returns {Place} */
  #clampPlace({ x, y, scale }) {
    return { x: Math.min(this.map[0], Math.max(0, x)), y: Math.min(this.map[1], Math.max(0, y)), scale };
  }

  /**
   * The position at a scale that keeps the anchor on its tile.
   * @param {number} scale
   * @returns {Place}
   */
  #anchored(scale) {
    const anchor = this.#anchor ?? { sx: this.width / 2, sy: this.height / 2, x: this.at.x, y: this.at.y };
    return this.#clampPlace({
      x: anchor.x - (anchor.sx - this.width / 2) / scale,
      y: anchor.y - (anchor.sy - this.height / 2) / scale,
      scale,
    });
  }
}
