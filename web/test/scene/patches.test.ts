// SPDX-License-Identifier: Apache-2.0
//
// Contact forces and contact patches as drawn: numbers of strokes, and places of their ends.

import { InstancedMesh, Matrix4, Mesh, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { Vec3 } from '../../src/data/page';
import { Arrows } from '../../src/scene/arrows';
import { Patches } from '../../src/scene/patches';
import { contactsOf, type Touch } from '../fixtures';

const SIZES = { scale: 10, wide: 0.01, longest: 2 };

const touch = (point: Vec3, normal: Vec3, friction: Vec3 = [0, 0, 0]): Touch =>
  ({ bodies: [-1, 0], point, normal, friction });

// a square, then a line and a single contact, then nothing
const CONTACTS = contactsOf(
  [touch([0, 0, 0], [0, 0, 2]), touch([1, 0, 0], [0, 0, 2]), touch([1, 1, 0], [0, 0, 2]),
    touch([0, 1, 0], [0, 0, 2])],
  [touch([0, 0, 0], [0, 0, 5], [5, 0, 0]), touch([0, 1, 0], [0, 0, 5]),
    touch([3, 0, 0], [5, 0, 0])],
  []);

/** Numbers of dots, shafts and heads. */
const strokes = ({ root }: Arrows | Patches): number[] => {
  const meshes: InstancedMesh[] = [];
  root.traverse((thing) => thing instanceof InstancedMesh && meshes.push(thing));
  return meshes.map(({ count }) => count);
};

/** The place of the last head. */
function tip({ root }: Arrows | Patches): number[] {
  let last = new Vector3();
  root.traverse((thing) => {
    if (thing instanceof InstancedMesh && thing.count > 0) {
      const matrix = new Matrix4();
      thing.getMatrixAt(thing.count - 1, matrix);
      last = new Vector3().setFromMatrixPosition(matrix);
    }
  });
  return last.toArray();
}

function triangles(patches: Patches): number {
  const fill = patches.root.children.find((thing) => !(thing instanceof InstancedMesh)
    && thing instanceof Mesh) as Mesh;
  return fill.geometry.drawRange.count / 3;
}

test('each contact has a dot, and arrows of the forces that it has', () => {
  const arrows = new Arrows(CONTACTS, SIZES);
  arrows.pose(1);
  expect(strokes(arrows)).toEqual([3, 4, 4]);
  arrows.pose(2);
  expect(strokes(arrows)).toEqual([0, 0, 0]);
});

test('a polygon is filled, with an edge per side and one arrow for the sum', () => {
  const patches = new Patches(CONTACTS, SIZES);
  patches.pose(0);
  expect([strokes(patches), triangles(patches)]).toEqual([[4, 4 + 1, 1], 2]);
  // 8 N of 10 N/m, in single precision
  [0.5, 0.5, 0.8].forEach((x, c) => expect(tip(patches)[c]).toBeCloseTo(x, 6));
  patches.pose(2);
  expect([strokes(patches), triangles(patches)]).toEqual([[0, 0, 0], 0]);
});

test('the arrow of a single contact is drawn only where its forces are hidden', () => {
  const patches = new Patches(CONTACTS, SIZES);
  patches.pose(1);
  // the line has two ends, one edge and one arrow; the single contact is a dot
  expect([strokes(patches), triangles(patches)]).toEqual([[2 + 1, 1 + 1, 1], 0]);
  patches.standAlone(true);
  patches.pose(1);
  expect(strokes(patches)).toEqual([2 + 1, 1 + 2, 2]);
});

test('hidden patches are not computed', () => {
  const patches = new Patches(CONTACTS, SIZES);
  patches.root.visible = false;
  patches.pose(0);
  expect(strokes(patches)).toEqual([0, 0, 0]);
});
