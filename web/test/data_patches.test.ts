// SPDX-License-Identifier: Apache-2.0
//
// Contact patches: which contacts are one patch, its outline, its centre and its force.

import { describe, expect, test } from 'vitest';
import { patchesOf, type Patch } from '../src/data/patches';
import type { Vec3 } from '../src/data/page';
import { contactsOf, type Touch } from './fixtures';

/** The patches of contacts in one frame. */
function patches(...touches: Touch[]): Patch[] {
  const contacts = contactsOf(touches);
  return patchesOf(contacts, { from: 0, to: touches.length });
}

const on = (point: Vec3, over: Partial<Touch> = {}): Touch =>
  ({ bodies: [-1, 0], point, normal: [0, 0, 1], friction: [0, 0, 0], ...over });

const SQUARE: readonly Vec3[] = [[0, 0, 0], [1, 1, 0], [1, 0, 0], [0, 1, 0]];
const ROUND = 12; // digits: some roundings of numbers near one

describe('the outline of a patch', () => {
  test('goes counter-clockwise about the normal through the corners, not the middle', () => {
    const [patch, ...others] = patches(on([0.5, 0.5, 0]), ...SQUARE.map((p) => on(p)));
    expect(others).toEqual([]);
    expect(patch.contacts).toHaveLength(5);
    const corners = [...patch.outline], first = corners.indexOf(1);
    expect([...corners.slice(first), ...corners.slice(0, first)]).toEqual([1, 3, 2, 4]);
  });

  test('omits points on an edge', () => {
    const [{ outline }] = patches(...SQUARE.map((p) => on(p)), on([0.5, 0, 0]), on([1, 0.3, 0]));
    expect(outline).toHaveLength(4);
    expect(Math.max(...outline)).toBe(3);
  });

  test('is in the tangent plane of any normal', () => {
    for (const normal of [[1, 0, 0], [0, -2, 0], [1, -1, 0.5], [0, 0, -3]] as Vec3[]) {
      // a square across the normal, and a corner that is moved along it
      const [x, y, z] = normal, t: Vec3 = z === 0 ? [0, 0, 1] : [z, 0, -x];
      const s: Vec3 = [y * t[2] - z * t[1], z * t[0] - x * t[2], x * t[1] - y * t[0]];
      const points = [[1, 0, 0], [0, 1, 0.1], [-1, 0, 0], [0, -1, -0.2], [0.1, 0, 9]]
        .map(([a, b, c]) => t.map((_, k) => a * t[k] + b * s[k] + c * normal[k]) as Vec3);
      const [{ outline }] = patches(...points.map((p) => on(p, { normal })));
      const first = outline.indexOf(0);
      expect([...outline.slice(first), ...outline.slice(0, first)]).toEqual([0, 1, 2, 3]);
    }
  });

  test('is a line through two contacts or several in a row, ended by the outer ones', () => {
    expect(patches(on([0, 0, 0]), on([1, 2, 0]))[0].outline).toHaveLength(2);
    const [{ outline }] = patches(on([0.1, 0.1, 0]), on([0, 0, 0]), on([1, 1, 0]),
      on([0.7, 0.7, 0]));
    expect([...outline].sort()).toEqual([1, 2]);
  });

  test('is a point of one contact, and of several at the same place', () => {
    expect(patches(on([1, 2, 3]))[0].outline).toEqual([0]);
    expect(patches(on([1, 2, 3]), on([1, 2, 3]))[0].outline).toHaveLength(1);
  });
});

describe('a patch', () => {
  test('has the contacts of one pair of bodies', () => {
    const found = patches(on([0, 0, 0]), on([0, 1, 0], { bodies: [0, 1] }), on([2, 0, 0]));
    expect(found.map(({ bodies, contacts }) => [bodies, contacts]))
      .toEqual([[[-1, 0], [0, 2]], [[0, 1], [1]]]);
  });

  test('ends where the normals turn by more than 45 degrees: a floor and a wall are two', () => {
    const wall: Vec3 = [1, 0, 0], slope: Vec3 = [0.5, 0, 0.9];
    const found = patches(on([0, 0, 0]), on([0, 0, 1], { normal: wall }),
      on([1, 0, 0], { normal: slope }));
    expect(found.map(({ contacts }) => [...contacts].sort())).toEqual([[0, 2], [1]]);
  });

  test('leaves out contacts with next to no force, and those with none', () => {
    const found = patches(on([0, 0, 0]), on([1, 0, 0], { normal: [1e-5, 0, 0] }),
      on([2, 0, 0], { normal: [0, 0, 0] }));
    expect(found.map(({ contacts }) => contacts)).toEqual([[0]]);
    expect(patches(on([2, 0, 0], { normal: [0, 0, 0] }))).toEqual([]);
  });

  test('has the sum of its forces at the centre of its normal forces', () => {
    const [{ force, centre, normal }] = patches(
      on([0, 0, 0], { normal: [0, 0, 1], friction: [0.5, 0, 0] }),
      on([4, 2, 1], { normal: [0, 0, 3], friction: [0, -1, 0] }));
    [0.5, -1, 4].forEach((f, c) => expect(force[c]).toBeCloseTo(f, ROUND));
    [3, 1.5, 0.75].forEach((p, c) => expect(centre[c]).toBeCloseTo(p, ROUND));
    expect(normal).toEqual([0, 0, 1]);
  });

  test('of a body and the world has the force on the body, whichever is first', () => {
    const [{ bodies, force, normal }] = patches(
      on([0, 0, 0], { bodies: [0, -1], normal: [0, 0, -2], friction: [1, 0, 0] }),
      on([1, 0, 0], { bodies: [-1, 0], normal: [0, 0, 2], friction: [-1, 0, 0] }));
    expect([bodies, normal]).toEqual([[-1, 0], [0, 0, 1]]);
    expect(force).toEqual([-2, 0, 4]);
  });
});
