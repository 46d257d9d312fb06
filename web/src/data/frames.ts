// SPDX-License-Identifier: Apache-2.0
//
// Frames (position x y z, quaternion w x y z) in flat arrays: their products, and points and
// directions in them.

/** How many numbers a frame has. */
export const FRAME = 7;

/** Typed or plain arrays of numbers. */
export type Numbers = ArrayLike<number>;
export type Target = { [place: number]: number };

/** out = frame a * frame b, each at an offset of its array; out may be a or b. */
export function compose(out: Target, o: number, a: Numbers, i: number, b: Numbers, j: number):
  void {
  const w = a[i + 3], x = a[i + 4], y = a[i + 5], z = a[i + 6];
  const p = b[j + 3], q = b[j + 4], r = b[j + 5], s = b[j + 6];
  carry(out, o, a, i, b[j], b[j + 1], b[j + 2]);
  out[o + 3] = w * p - x * q - y * r - z * s;
  out[o + 4] = w * q + x * p + y * s - z * r;
  out[o + 5] = w * r - x * s + y * p + z * q;
  out[o + 6] = w * s + x * r - y * q + z * p;
}

/** out = the point (u, v, t) of frame a, in the frame that a is given in. */
export function carry(out: Target, o: number, a: Numbers, i: number, u: number, v: number,
  t: number): void {
  const x0 = a[i], y0 = a[i + 1], z0 = a[i + 2];
  turn(out, o, a, i + 3, u, v, t);
  out[o] += x0;
  out[o + 1] += y0;
  out[o + 2] += z0;
}

/** out = the direction (u, v, t), rotated by the quaternion at an offset of q. */
export function turn(out: Target, o: number, q: Numbers, i: number, u: number, v: number,
  t: number): void {
  const w = q[i], x = q[i + 1], y = q[i + 2], z = q[i + 3];
  const a = 2 * (y * t - z * v);
  const b = 2 * (z * u - x * t);
  const c = 2 * (x * v - y * u);
  out[o] = u + w * a + y * c - z * b;
  out[o + 1] = v + w * b + z * a - x * c;
  out[o + 2] = t + w * c + x * b - y * a;
}
