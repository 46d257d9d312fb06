// SPDX-License-Identifier: Apache-2.0
//
// World placements of all bodies of a run and, last, of the world: 12 numbers each, a rotation
// matrix by rows and a position. Nothing is allocated after construction.

import { FRAME, type Numbers, type Target } from '../data/frames';
import type { Frame } from '../data/page';

export const PLACEMENT = 12;
export const STILL: Readonly<Frame> = [0, 0, 0, 1, 0, 0, 0];

/** Write the placement of a frame; its quaternion need not be normalized. */
export function place(out: Target, o: number, frames: Numbers, f: number): void {
  const w = frames[f + 3], x = frames[f + 4], y = frames[f + 5], z = frames[f + 6];
  const s = 2 / (w * w + x * x + y * y + z * z);
  out[o] = 1 - s * (y * y + z * z);
  out[o + 1] = s * (x * y - w * z);
  out[o + 2] = s * (x * z + w * y);
  out[o + 3] = s * (x * y + w * z);
  out[o + 4] = 1 - s * (x * x + z * z);
  out[o + 5] = s * (y * z - w * x);
  out[o + 6] = s * (x * z - w * y);
  out[o + 7] = s * (y * z + w * x);
  out[o + 8] = 1 - s * (x * x + y * y);
  out[o + 9] = frames[f];
  out[o + 10] = frames[f + 1];
  out[o + 11] = frames[f + 2];
}

/** c = a b, each at an offset of its list; c must not be a or b. */
export function chain(
  c: Target, k: number, a: Numbers, i: number, b: Numbers, j: number,
): void {
  for (let row = 0; row < 3; row++) {
    const r = i + 3 * row, x = a[r], y = a[r + 1], z = a[r + 2];
    for (let n = 0; n < 3; n++) {
      c[k + 3 * row + n] = x * b[j + n] + y * b[j + 3 + n] + z * b[j + 6 + n];
    }
    c[k + 9 + row] = x * b[j + 9] + y * b[j + 10] + z * b[j + 11] + a[i + 9 + row];
  }
}

/** out = a point of the placement's frame, in world coordinates. */
export function move(out: Target, a: Numbers, i: number, point: Numbers): void {
  const x = point[0], y = point[1], z = point[2];
  for (let row = 0; row < 3; row++) {
    const r = i + 3 * row;
    out[row] = a[r] * x + a[r + 1] * y + a[r + 2] * z + a[i + 9 + row];
  }
}

/** out = a world point, in the placement's frame. */
export function moveBack(out: Target, a: Numbers, i: number, point: Numbers): void {
  const x = point[0] - a[i + 9], y = point[1] - a[i + 10], z = point[2] - a[i + 11];
  for (let k = 0; k < 3; k++) {
    out[k] = a[i + k] * x + a[i + 3 + k] * y + a[i + 6 + k] * z;
  }
}

export class Placements {
  readonly numbers: Float64Array;

  constructor(private readonly bodies: number) {
    this.numbers = new Float64Array(PLACEMENT * (bodies + 1));
    place(this.numbers, PLACEMENT * bodies, STILL, 0);
  }

  /** Offset of the placement of a body; -1 is the world. */
  at(body: number): number {
    return PLACEMENT * (body < 0 ? this.bodies : body);
  }

  /** Set the world frames of all bodies. */
  take(frames: Numbers): void {
    for (let body = 0; body < this.bodies; body++) {
      place(this.numbers, PLACEMENT * body, frames, FRAME * body);
    }
  }
}
