// The trace of a generated map, in typed arrays rather than an object per frame. `docs/studio.md`
// describes the format; what it calls moments are the frames from 1 on.

/**
 * @typedef {{size: [number, number], moments: number, changes: number, labels: string[], steps: string[], merged: number, differs?: boolean}} Header
 */

const WALL = 1;
/** Changes between keyframes, and the maximum number of keyframes. */
const KEYFRAME_SPACING = 200_000;
const MAX_KEYFRAMES = 32;

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
    /** Index of the last frame; frame 0 is solid wall. */
    this.frameCount = header.moments;
    this.labels = header.labels;
    this.steps = header.steps;
    this.merged = header.merged;
    /** Whether the run ends in another map than the one from the file. */
    this.differs = header.differs ?? false;
    /** Columns by frame, less one. */
    this.label = numbers(header.moments);
    this.step = numbers(header.moments);
    this.attempt = numbers(header.moments);
    this.walker = numbers(header.moments);
    /** Index of the first change of each frame; the last entry is the number of changes. */
    this.first = numbers(header.moments + 1);
    /** Columns by change. */
    this.cell = numbers(header.changes);
    this.flip = new Uint8Array(buffer, offset, header.changes);
  }

  /** The number of frames of each label. @returns {Uint32Array} */
  counts() {
    return this.countsUntil(this.frameCount);
  }

  /** The frames at which a step or attempt starts. @returns {number[]} */
  stepStarts() {
    const out = [];
    for (let i = 0; i < this.frameCount; i++) {
      if (i === 0 || this.step[i] !== this.step[i - 1] || this.attempt[i] !== this.attempt[i - 1]) out.push(i);
    }
    return out;
  }

  /**
   * The label of the last frame up to this one that changed a tile, or else of this frame.
   * @param {number} frame
   * @returns {number}
   */
  labelAt(frame) {
    for (let i = frame - 1; i >= 0; i--) if (this.first[i + 1] > this.first[i]) return this.label[i];
    return this.label[Math.max(0, frame - 1)] ?? 0;
  }

  /**
   * The next or previous frame with a label, or the frame itself if there is none.
   * @param {number} frame
   * @param {number} label
   * @param {1 | -1} direction
   */
  nextWithLabel(frame, label, direction) {
    for (let next = frame + direction; next >= 1 && next <= this.frameCount; next += direction)
      if (this.label[next - 1] === label) return next;
    return frame;
  }

  /**
   * The next or previous frame with the label of this one; if there is none, the one that changed a
   * tile, as the last `break` before a mine is filled with void; or else the frame itself.
   * @param {number} frame
   * @param {1 | -1} direction
   */
  nextAlike(frame, direction) {
    const found = this.nextWithLabel(frame, this.labelAt(frame), direction);
    if (found !== frame) return found;
    for (let next = frame + direction; next >= 1 && next <= this.frameCount; next += direction)
      if (this.first[next] > this.first[next - 1]) return next;
    return frame;
  }

  /** How often each label occurred up to this frame. @param {number} frame @returns {Uint32Array} */
  countsUntil(frame) {
    const counts = new Uint32Array(this.labels.length);
    for (let i = 0; i < frame; i++) counts[this.label[i]]++;
    return counts;
  }

  /** The first position of the walker, or `null`. @returns {[number, number] | null} */
  start() {
    const cell = this.walker[0] ?? 0;
    return cell > 0 ? [(cell - 1) % this.size[0], Math.floor((cell - 1) / this.size[0])] : null;
  }
}

/** The map at one frame of a trace, with random access. Frame 0 is solid wall. */
export class FrameBuffer {
  frame = 0;
  /** @type {{frame: number, bytes: Uint8Array}[]} */
  #keys = [];

  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    const { size, first, frameCount } = trace;
    this.bytes = new Uint8Array(size[0] * size[1]).fill(WALL);
    const spacing = Math.max(KEYFRAME_SPACING, Math.ceil(first[frameCount] / MAX_KEYFRAMES));
    for (let frame = 0; frame < frameCount;) {
      this.#keys.push({ frame, bytes: this.bytes.slice() });
      const until = first[frame] + spacing;
      let next = frame + 1;
      while (next < frameCount && first[next] < until) next++;
      this.#flip(frame, next);
      frame = next;
    }
    this.bytes.fill(WALL);
  }

  /**
   * Goes to a frame. Calls `put` for each change, or returns true if too many cells changed to
   * report.
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

  /**
   * Applies the changes between two frames in either direction: each change is an XOR, its own
   * inverse.
   * @param {number} a
   * @param {number} b
   */
  #flip(a, b) {
    const { first, cell, flip } = this.trace;
    const [from, to] = [Math.min(first[a], first[b]), Math.max(first[a], first[b])];
    for (let i = from; i < to; i++) this.bytes[cell[i]] ^= flip[i];
  }

  /** The keyframe with the fewest changes to a frame. @param {number} frame */
  #nearest(frame) {
    const { first } = this.trace;
    let best = null;
    for (const key of this.#keys) {
      if (!best || Math.abs(first[key.frame] - first[frame]) < Math.abs(first[best.frame] - first[frame])) best = key;
    }
    return best;
  }
}
