// A run, moment by moment, as the server sends it: arrays of numbers, no object a moment. `docs/studio.md` has the form.

/** @typedef {{size: [number, number], moments: number, changes: number, labels: string[], steps: string[], merged: number}} Header */

const WALL = 1;
/** A keyframe every so many changes, but no more of them than this. */
const SPACING = 200_000;
const MOST_KEYFRAMES = 32;

export class Trace {
  /** @param {ArrayBuffer} buffer */
  constructor(buffer) {
    const length = new DataView(buffer).getUint32(0, true);
    /** @type {Header} */
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
    let offset = 4 + length;
    const numbers = (/** @type {number} */ count) => {
      const array = new Uint32Array(buffer, offset, count);
      offset += count * 4;
      return array;
    };
    this.size = header.size;
    this.moments = header.moments;
    this.labels = header.labels;
    this.steps = header.steps;
    this.merged = header.merged;
    /** Of each moment. */
    this.label = numbers(header.moments);
    this.step = numbers(header.moments);
    this.attempt = numbers(header.moments);
    this.walker = numbers(header.moments);
    /** Where its changes begin; the last one is where all end. */
    this.first = numbers(header.moments + 1);
    /** Of each change. */
    this.cell = numbers(header.changes);
    this.flip = new Uint8Array(buffer, offset, header.changes);
  }

  /** How many moments each label has. @returns {Uint32Array} */
  counts() {
    const counts = new Uint32Array(this.labels.length);
    for (const label of this.label) counts[label]++;
    return counts;
  }

  /** The frames at which another step or attempt begins. @returns {number[]} */
  beginnings() {
    const out = [];
    for (let i = 0; i < this.moments; i++) {
      if (i === 0 || this.step[i] !== this.step[i - 1] || this.attempt[i] !== this.attempt[i - 1]) out.push(i);
    }
    return out;
  }

  /** The label of the last moment up to this frame that changed something, else of the moment itself. @param {number} frame @returns {number} */
  labelAt(frame) {
    for (let i = frame - 1; i >= 0; i--) if (this.first[i + 1] > this.first[i]) return this.label[i];
    return this.label[Math.max(0, frame - 1)] ?? 0;
  }

  /** The next frame with this label after a frame, or before it; the frame itself where there is none. @param {number} frame @param {number} label @param {1 | -1} way */
  alike(frame, label, way) {
    for (let next = frame + way; next >= 1 && next <= this.moments; next += way) if (this.label[next - 1] === label) return next;
    return frame;
  }
}

/** The map at one frame of a trace, which goes to any other. Frame 0 is solid wall, frame k what is there after k moments. */
export class Film {
  frame = 0;
  /** @type {{frame: number, bytes: Uint8Array}[]} */
  #keys = [];

  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    const { size, first, moments } = trace;
    this.bytes = new Uint8Array(size[0] * size[1]).fill(WALL);
    const spacing = Math.max(SPACING, Math.ceil(first[moments] / MOST_KEYFRAMES));
    for (let frame = 0; frame < moments; ) {
      this.#keys.push({ frame, bytes: this.bytes.slice() });
      const until = first[frame] + spacing;
      let next = frame + 1;
      while (next < moments && first[next] < until) next++;
      this.#flip(frame, next);
      frame = next;
    }
    this.bytes.fill(WALL);
  }

  /**
   * Goes to a frame. `put` is told of each change, unless they are many: then this returns true, and everything may have changed.
   * @param {number} frame
   * @param {(cell: number, byte: number) => void} put
   * @returns {boolean}
   */
  go(frame, put) {
    const { first, cell, flip } = this.trace;
    const near = this.#nearest(frame);
    const changes = Math.abs(first[frame] - first[this.frame]);
    if (near && Math.abs(first[frame] - first[near.frame]) < changes) {
      this.bytes.set(near.bytes);
      this.#flip(near.frame, frame);
      this.frame = frame;
      return true;
    }
    const many = changes > this.bytes.length / 4 + 1000;
    if (many) {
      this.#flip(this.frame, frame);
    } else {
      const [from, to] = [Math.min(first[frame], first[this.frame]), Math.max(first[frame], first[this.frame])];
      for (let i = from; i < to; i++) put(cell[i], (this.bytes[cell[i]] ^= flip[i]));
    }
    this.frame = frame;
    return many;
  }

  /** Changes between two frames; their order does not matter, as each is its own opposite. @param {number} a @param {number} b */
  #flip(a, b) {
    const { first, cell, flip } = this.trace;
    const [from, to] = [Math.min(first[a], first[b]), Math.max(first[a], first[b])];
    for (let i = from; i < to; i++) this.bytes[cell[i]] ^= flip[i];
  }

  /** The keyframe from which it is the shortest way. @param {number} frame */
  #nearest(frame) {
    const { first } = this.trace;
    let best = null;
    for (const key of this.#keys) {
      if (!best || Math.abs(first[key.frame] - first[frame]) < Math.abs(first[best.frame] - first[frame])) best = key;
    }
    return best;
  }
}
