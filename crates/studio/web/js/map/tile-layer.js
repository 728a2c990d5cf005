// A layer with one byte per tile, drawn with a palette: coloured tiles, heat maps, zones and replay
// frames. It caches bitmaps of 256 by 256 tiles, so that a frame takes a few `drawImage` calls at
// any zoom and a changed byte updates one pixel.

const SIDE = 256;

/**
 * @typedef {{canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, image: ImageData, words: Uint32Array, stale: boolean, dirty: boolean, top: number, bottom: number}} Chunk
 */

export class TileLayer {
  /** @type {(Chunk | null)[]} */
  #chunks;
  #across;

  /**
   * @param {[number, number]} size
   * @param {Uint8Array} bytes used directly, not copied
   * @param {Uint32Array} palette a colour for each byte, in the byte order of `ImageData`
   */
  constructor(size, bytes, palette) {
    this.size = size;
    this.bytes = bytes;
    this.palette = palette;
    this.#across = Math.ceil(size[0] / SIDE);
    this.#chunks = Array(this.#across * Math.ceil(size[1] / SIDE)).fill(null);
  }

  /** Changes one tile. @param {number} cell @param {number} byte */
  put(cell, byte) {
    this.bytes[cell] = byte;
    const x = cell % this.size[0];
    const y = (cell - x) / this.size[0];
    const chunk = this.#chunks[((y / SIDE) | 0) * this.#across + ((x / SIDE) | 0)];
    if (!chunk || chunk.stale) return;
    const row = y % SIDE;
    chunk.words[row * chunk.image.width + (x % SIDE)] = this.palette[byte];
    chunk.top = chunk.dirty ? Math.min(chunk.top, row) : row;
    chunk.bottom = chunk.dirty ? Math.max(chunk.bottom, row) : row;
    chunk.dirty = true;
  }

  /**
   * Redraws the layer after changes to many bytes or to the palette.
   * @param {Uint32Array} [palette]
   */
  renew(palette = this.palette) {
    this.palette = palette;
    for (const chunk of this.#chunks) {
      if (chunk) chunk.stale = true;
    }
  }

  /** @param {Frame} frame @param {number} [alpha] */
  draw({ ctx, x, y, scale, visible }, alpha = 1) {
    const [width, height] = this.size;
    ctx.globalAlpha = alpha;
    // Above one pixel per tile the edges stay sharp; below, smoothing keeps tiles from dropping
    // out.
    ctx.imageSmoothingEnabled = scale < 1;
    ctx.imageSmoothingQuality = "medium";
    for (let cy = Math.max(0, Math.floor(visible[1] / SIDE)); cy * SIDE < Math.min(height, visible[3]); cy++) {
      for (let cx = Math.max(0, Math.floor(visible[0] / SIDE)); cx * SIDE < Math.min(width, visible[2]); cx++) {
        const chunk = this.#chunk(cx, cy);
        const [left, top] = [Math.round(x(cx * SIDE)), Math.round(y(cy * SIDE))];
        const right = Math.round(x(cx * SIDE + chunk.image.width));
        const bottom = Math.round(y(cy * SIDE + chunk.image.height));
        ctx.drawImage(chunk.canvas, left, top, right - left, bottom - top);
      }
    }
    ctx.globalAlpha = 1;
  }

  /** @param {number} cx @param {number} cy @returns {Chunk} */
  #chunk(cx, cy) {
    const index = cy * this.#across + cx;
    const chunk = this.#chunks[index] ?? (this.#chunks[index] = this.#create(cx, cy));
    const { image, words } = chunk;
    if (chunk.stale) {
      for (let row = 0, to = 0; row < image.height; row++) {
        let from = (cy * SIDE + row) * this.size[0] + cx * SIDE;
        for (let column = 0; column < image.width; column++) words[to++] = this.palette[this.bytes[from++]];
      }
      chunk.context.putImageData(image, 0, 0);
    } else if (chunk.dirty) {
      chunk.context.putImageData(image, 0, 0, 0, chunk.top, image.width, chunk.bottom - chunk.top + 1);
    }
    chunk.stale = false;
    chunk.dirty = false;
    return chunk;
  }

  /** @param {number} cx @param {number} cy @returns {Chunk} */
  #create(cx, cy) {
    const [width, height] = [Math.min(SIDE, this.size[0] - cx * SIDE), Math.min(SIDE, this.size[1] - cy * SIDE)];
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const image = context.createImageData(width, height);
    return {
      canvas,
      context,
      image,
      words: new Uint32Array(image.data.buffer),
      stale: true,
      dirty: false,
      top: 0,
      bottom: 0,
    };
  }
}
