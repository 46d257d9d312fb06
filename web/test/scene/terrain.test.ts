// SPDX-License-Identifier: Apache-2.0
//
// Terrain: the solid below a height field.

import { describe, expect, test } from 'vitest';
import { extentOf } from '../../src/scene/extent';
import { drawable, geoms } from '../../src/scene/geoms';
import type { Solid } from '../../src/scene/part';
import { SHAPES } from '../../src/scene/shapes';
import { terrain } from '../../src/scene/terrain';
import { HOME, body, geom, mechanism, model, motion } from './makers';

const DEPTH = 0.25;
// three columns at x = 0, 1, 3 and two rows at y = -1, 1; the grid need not be regular here
const FIELD: Solid = {
  vertices: [[0, 1, 3, 0, 1, 3], [-1, -1, -1, 1, 1, 1], [0, 0.5, 1, 2, 0.5, 0]],
  faces: [[], [], []],
};

type Triangle = [number, number, number];

const triangles = ({ faces: [a, b, c] }: Solid): Triangle[] =>
  Array.from(a, (_, k) => [a[k], b[k], c[k]]);

/** A key of the place of a vertex. */
const place = ({ vertices }: Solid, k: number): string =>
  vertices.map((list) => list[k].toFixed(9)).join();

/** Volume of a closed solid: the sum of the tetrahedra from the origin to its faces. */
function volume({ vertices: [x, y, z], ...rest }: Solid): number {
  return triangles({ vertices: [x, y, z], ...rest }).reduce((sum, [a, b, c]) => sum + (
    x[a] * (y[b] * z[c] - y[c] * z[b]) + x[b] * (y[c] * z[a] - y[a] * z[c])
    + x[c] * (y[a] * z[b] - y[b] * z[a])) / 6, 0);
}

describe('terrain', () => {
  const solid = terrain(FIELD, DEPTH);

  test('has two triangles per cell, along the diagonal from its first vertex', () => {
    expect(triangles(solid).slice(0, 4)).toEqual([[0, 1, 4], [0, 4, 3], [1, 2, 5], [1, 5, 4]]);
  });

  test('has sides all round and a base', () => {
    const sides = triangles(solid).slice(4);
    expect(sides).toHaveLength(2 * 6 + 2); // six sections of border
    const low = Math.min(...Array.from(solid.vertices[2]));
    expect(low).toBe(-DEPTH);
    // the border has vertices of its own, so that it is an edge where faces are shaded smooth
    expect(sides.flat().every((k) => k >= 6)).toBe(true);
  });

  test('has the volume of the prisms below its triangles', () => {
    const [x, y, z] = FIELD.vertices;
    const prisms = triangles(solid).slice(0, 4).reduce((sum, [a, b, c]) => {
      const area = ((x[b] - x[a]) * (y[c] - y[a]) - (x[c] - x[a]) * (y[b] - y[a])) / 2;
      return sum + area * ((z[a] + z[b] + z[c]) / 3 + DEPTH);
    }, 0);
    expect(volume(solid)).toBeCloseTo(prisms, 12); // some dozen roundings of numbers near one
  });

  test('of a larger grid is closed except at the edges of its base', () => {
    const columns = 7, rows = 5, numbers = [...Array(columns * rows).keys()];
    const large = terrain({
      vertices: [numbers.map((k) => k % columns), numbers.map((k) => Math.floor(k / columns)),
        numbers.map((k) => Math.sin(k))],
      faces: [[], [], []],
    }, 2);
    const edges = new Map<string, number>(); // how often an edge is passed, less how often back
    for (const corners of triangles(large)) {
      corners.forEach((a, k) => {
        const [from, to] = [place(large, a), place(large, corners[(k + 1) % 3])];
        const [key, way] = from < to ? [`${from} ${to}`, 1] : [`${to} ${from}`, -1];
        edges.set(key, (edges.get(key) ?? 0) + way);
      });
    }
    // a side of the base is one edge there, and several of the sides above
    const open = [...edges].filter(([, passes]) => passes !== 0).map(([key]) => key.split(' '));
    expect(open.flat().every((end) => end.endsWith(',-2.000000000'))).toBe(true);
  });
});

describe('a geom of type hfield', () => {
  const mesh = (count: number) => {
    const list = { at: 0, tracks: 3, count, kind: 'floats', bytes: 4, scale: 1, start: 0 } as const;
    return { name: 'hill', vertices: list, faces: list };
  };
  const hill = geom({ type: 'hfield', body: -1, mesh: 0, size: [DEPTH, 0, 0] });

  test('is drawn with the lines of the ground, if its vertices are known', () => {
    const land = (count: number) =>
      model({ bodies: [body()], geoms: [hill], meshes: [mesh(count)] });
    expect(drawable(land(0))).toEqual([]);
    const [part] = geoms({ ...mechanism(model({ bodies: [body()] }), [HOME]), model: land(6),
      meshes: [FIELD] });
    expect(part.form.ruled).toBe(true);
    const { position } = part.form.make(8).attributes;
    expect(position.count).toBe(3 * (4 + 12 + 2));
  });

  test('has the box from its base to its top', () => {
    const { low, high } = extentOf(model({ geoms: [hill], meshes: [mesh(6)] }),
      motion([]), [FIELD]);
    expect([low, high]).toEqual([[0, -1, -DEPTH], [3, 1, 2]]);
  });

  test('counts for the view unless it is much larger than the motion on it', () => {
    const ball = (radius: number) => extentOf(model({
      bodies: [body()], meshes: [mesh(6)], geoms: [hill, geom({ size: [radius, 0, 0] })],
    }), motion([HOME]), [FIELD]);
    // the field has a diagonal of 4.2 m
    const near = ball(0.5), far = ball(0.1);
    expect([near.high[0], near.scenery]).toEqual([3, null]);
    expect(far.high).toEqual([0.1, 0.1, 0.1]);
    expect(far.scenery).toEqual({ low: [-0.1, -1, -DEPTH], high: [3, 1, 2] });
  });

  test('whose surface is below its base has a box', () => {
    const { middle, half } = SHAPES.hfield.box([-3, 0, 0], 0, [FIELD]);
    expect([middle, half]).toEqual([[1.5, 0, 1], [1.5, 1, 1]]);
  });
});
