// SPDX-License-Identifier: Apache-2.0
//
// Contact patches: the contacts of a pair of bodies at one moment whose normals are similar. The
// outline of a patch is the convex hull of its points in its tangent plane.

import type { Contacts, Range } from './contacts';
import type { Vec3 } from './page';

export interface Patch {
  bodies: readonly [number, number];
  contacts: readonly number[];
  normal: Vec3; // unit, towards the second body: the direction of the sum of normal forces
  /** The contacts at the corners, counter-clockwise about the normal; two or one if they are on a
   * line or in a point. */
  outline: readonly number[];
  centre: Vec3; // of the normal forces [m]
  force: Vec3; // sum of normal and friction forces on the second body [N]
}

const SIMILAR = Math.SQRT1_2; // cosine of the largest angle between normals of a patch
const WEAK = 1e-3; // contacts of less than this part of the largest force of the pair don't count:
// the page has the normals only as directions of forces, and those of small forces are rounded
const FLAT = 1e-6; // height / length of a triangle whose corners count as being on a line

const dot = (u: Readonly<Vec3>, v: Readonly<Vec3>): number => u[0] * v[0] + u[1] * v[1]
  + u[2] * v[2];
const cross = ([a, b, c]: Readonly<Vec3>, [x, y, z]: Readonly<Vec3>): Vec3 =>
  [b * z - c * y, c * x - a * z, a * y - b * x];
const unit = (v: Readonly<Vec3>): Vec3 => v.map((x) => x / Math.hypot(...v)) as Vec3;
const at = (lists: readonly Float64Array[], k: number): Vec3 =>
  [lists[0][k], lists[1][k], lists[2][k]];

/** A point in the tangent plane, of contact k. */
interface Corner {
  k: number;
  u: number;
  v: number;
}

/** Whether the way from a over b to c turns left. */
function turnsLeft(a: Corner, b: Corner, c: Corner): boolean {
  const [bu, bv, cu, cv] = [b.u - a.u, b.v - a.v, c.u - a.u, c.v - a.v];
  return bu * cv - bv * cu > FLAT * (cu * cu + cv * cv);
}

/** The lower right half of a hull, of corners in the order of u and v; all but its last corner. */
function halfHull(corners: readonly Corner[]): Corner[] {
  const half: Corner[] = [];
  for (const next of corners) {
    while (half.length > 1 && !turnsLeft(half[half.length - 2], half[half.length - 1], next)) {
      half.pop();
    }
    half.push(next);
  }
  return half.slice(0, -1);
}

/** The convex hull, counter-clockwise. */
function hull(points: readonly Corner[]): Corner[] {
  const sorted = [...points].sort((p, q) => p.u - q.u || p.v - q.v)
    .filter(({ u, v }, i, all) => i === 0 || u !== all[i - 1].u || v !== all[i - 1].v);
  return sorted.length < 2 ? sorted : [...halfHull(sorted), ...halfHull(sorted.reverse())];
}

/** Two unit vectors that are right-handed with a normal. */
function tangents(normal: Readonly<Vec3>): [Vec3, Vec3] {
  const [x, y] = normal, aside: Vec3 = Math.abs(x) < Math.abs(y) ? [1, 0, 0] : [0, 1, 0];
  const first = unit(cross(aside, normal));
  return [first, cross(normal, first)];
}

function outlineOf(points: readonly Float64Array[], contacts: readonly number[],
  normal: Readonly<Vec3>, centre: Readonly<Vec3>): number[] {
  const [t, s] = tangents(normal);
  return hull(contacts.map((k) => {
    const p = at(points, k).map((x, c) => x - centre[c]) as Vec3;
    return { k, u: dot(p, t), v: dot(p, s) };
  })).map(({ k }) => k);
}

function patchOf({ bodies: [a, b], point, normal, friction }: Contacts,
  contacts: readonly number[]): Patch {
  const pushed: Vec3 = [0, 0, 0], rubbed: Vec3 = [0, 0, 0], moment: Vec3 = [0, 0, 0];
  let weight = 0;
  for (const k of contacts) {
    const push = Math.hypot(...at(normal, k));
    weight += push;
    for (let c = 0; c < 3; c++) {
      pushed[c] += normal[c][k];
      rubbed[c] += friction[c][k];
      moment[c] += push * point[c][k];
    }
  }
  const way = unit(pushed), centre = moment.map((m) => m / weight) as Vec3;
  return {
    bodies: [a[contacts[0]], b[contacts[0]]], contacts, normal: way, centre,
    outline: outlineOf(point, contacts, way, centre),
    force: pushed.map((x, c) => x + rubbed[c]) as Vec3,
  };
}

/** Divide the contacts of a pair by their normals: a contact belongs to the first group whose
 * strongest contact has a similar normal. */
function divided(normals: readonly Float64Array[], contacts: readonly number[]): number[][] {
  const force = new Map(contacts.map((k) => [k, Math.hypot(...at(normals, k))]));
  const strongest = Math.max(...force.values());
  const groups: { normal: Vec3; contacts: number[] }[] = [];
  for (const [k, push] of [...force].sort(([, f], [, g]) => g - f)) {
    if (!(push > WEAK * strongest)) {
      break;
    }
    const normal = unit(at(normals, k));
    const group = groups.find((known) => dot(known.normal, normal) > SIMILAR);
    if (group) {
      group.contacts.push(k);
    } else {
      groups.push({ normal, contacts: [k] });
    }
  }
  return groups.map((group) => group.contacts);
}

/** The patches of a range of contacts. */
export function patchesOf(contacts: Contacts, { from, to }: Range): Patch[] {
  const { bodies: [a, b], normal } = contacts, pairs = new Map<string, number[]>();
  for (let k = from; k < to; k++) {
    const pair = `${a[k]} ${b[k]}`, known = pairs.get(pair);
    if (known) {
      known.push(k);
    } else {
      pairs.set(pair, [k]);
    }
  }
  return [...pairs.values()].flatMap((pair) =>
    divided(normal, pair).map((group) => patchOf(contacts, group)));
}
