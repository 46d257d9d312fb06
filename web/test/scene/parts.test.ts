// SPDX-License-Identifier: Apache-2.0
//
// Contents of the picture: parts, stand-ins, extent, ground.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Frame, Geom, PackedArray, Vec3 } from '../../src/data/page';
import { anchors, bones, bonesOf, pointing } from '../../src/scene/bones';
import { geomColour } from '../../src/scene/colours';
import { extentOf, union } from '../../src/scene/extent';
import { drawable, geoms } from '../../src/scene/geoms';
import { groundLevel, round } from '../../src/scene/ground';
import { loops } from '../../src/scene/marks';
import { chain, move, moveBack, place } from '../../src/scene/placements';
import { SHAPES } from '../../src/scene/shapes';
import { HOME, body, mechanism, geom, joint, model, motion, standing } from './makers';

const ROUND = 1e-12; // some hundred roundings of numbers near one

const list = (count: number): PackedArray =>
  ({ at: 0, tracks: 3, count, kind: 'floats', bytes: 4, scale: 1, start: 0 });
const TURNED: Frame = [1, 2, 3, Math.SQRT1_2, 0, 0, Math.SQRT1_2]; // a quarter about z

describe('placements', () => {
  test('a quarter turn about z maps x to y', () => {
    const at = standing([TURNED]), p = [0, 0, 0];
    move(p, at.numbers, at.at(0), [1, 0, 0]);
    [1, 3, 3].forEach((x, c) => expect(p[c]).toBeCloseTo(x, 12));
  });

  test('moving back inverts moving, a product moves twice', () => {
    const at = standing([TURNED, [0.3, -1, 2, 0.5, 0.5, -0.5, 0.5]]);
    const p = [0, 0, 0], q = [0, 0, 0], both = new Float64Array(12);
    move(p, at.numbers, at.at(1), [0.1, 0.2, 0.3]);
    move(q, at.numbers, at.at(0), p);
    chain(both, 0, at.numbers, at.at(0), at.numbers, at.at(1));
    move(p, both, 0, [0.1, 0.2, 0.3]);
    p.forEach((x, c) => expect(Math.abs(x - q[c])).toBeLessThan(ROUND));
    moveBack(p, both, 0, q);
    [0.1, 0.2, 0.3].forEach((x, c) => expect(Math.abs(x - p[c])).toBeLessThan(ROUND));
  });

  test('quaternions need not be normalized', () => {
    const long = new Float64Array(12), unit = new Float64Array(12);
    place(long, 0, [0, 0, 0, 3, 3, -3, 3], 0);
    place(unit, 0, [0, 0, 0, 0.5, 0.5, -0.5, 0.5], 0);
    expect(long).toEqual(unit);
  });
});

describe('shapes', () => {
  const source = readFileSync(new URL('../../src/data/page.ts', import.meta.url), 'utf8');
  const named = /interface Geom \{[^}]*type: string; \/\/ ([a-z ]+)\n/.exec(source);

  test('exist for each type of geom', () => {
    expect(named).not.toBeNull();
    expect(Object.keys(SHAPES).sort()).toEqual(named![1].split(' ').sort());
  });

  test.each(Object.keys(SHAPES).filter((type) => type !== 'plane'))(
    'a %s as drawn fills the box that it is said to have', (type) => {
      const corners = [[0.2, -0.2, 0, 0], [0, 0, 0.3, -0.3], [0.4, 0.4, -0.4, 0]];
      const solids = [{ vertices: corners, faces: [[0, 1], [1, 2], [2, 3]] }];
      const size: Vec3 = [0.2, 0.3, 0.4], { form, scale, box } = SHAPES[type];
      const geometry = form(size, 0, solids).make(44).scale(...scale(size));
      geometry.computeBoundingBox();
      const { min, max } = geometry.boundingBox!, { middle, half } = box(size, 0, solids);
      half.forEach((h, c) => {
        for (const reach of [max.getComponent(c) - middle[c], middle[c] - min.getComponent(c)]) {
          // polygons with this many corners are within a hundredth of the circle
          expect(reach / h).toBeGreaterThan(0.99);
          expect(reach / h).toBeLessThan(1 + 1e-6);
        }
      });
    });
});

describe('geoms', () => {
  test('collision geoms are covered on bodies with visual geoms', () => {
    const both = model({ bodies: [body(), body()], geoms: [
      geom({ group: 2 }), geom({ group: 0 }), geom({ body: 1, group: 0 }),
    ] });
    expect(geoms(mechanism(both, [HOME, HOME])).map((p) => p.covered))
      .toEqual([false, true, false]);
  });

  test('meshes of missing files are omitted, their bodies get stand-ins', () => {
    const none = { name: 'm', vertices: list(0), faces: list(0) };
    const found = { name: 'n', vertices: list(3), faces: list(0) };
    const mesh = (k: number) => geom({ type: 'mesh', group: 2, mesh: k });
    const robot = (...of: Geom[]) => model({ bodies: [body()], meshes: [none, found], geoms: of });
    expect(drawable(robot(mesh(0), mesh(1)))).toEqual([mesh(1)]);
    const lost = geoms(mechanism(robot(mesh(0), geom()), [HOME]));
    expect(lost.map((p) => p.covered)).toEqual([false]);
    const unshaped = bones(mechanism(robot(mesh(0)), [HOME]));
    expect(unshaped.map((p) => p.layer)).toEqual(['geoms']); // a stand-in
  });

  test('a horizontal plane of the world is the ground, others are drawn', () => {
    const upright: Frame = [0, 0, 0, Math.SQRT1_2, Math.SQRT1_2, 0, 0];
    const planes = [HOME, TURNED, upright].map((frame) => geom({ type: 'plane', body: -1, frame }));
    expect(geoms(mechanism(model({ geoms: planes }), []))).toHaveLength(1);
  });

  test('the default grey is replaced by the tint of the body, other colours are kept', () => {
    expect(geomColour([0.5, 0.5, 0.5, 1], 0).equals(geomColour([0.5, 0.5, 0.5, 1], 1))).toBe(false);
    expect(geomColour([1, 0, 0, 1], 0).getHexString()).toBe('ff0000');
  });
});

describe('stand-ins', () => {
  test('a uniform rod on one joint has its true end', () => {
    const rod = body({ com: [0, 0, -0.5], inertia: [1 / 12, 1 / 12, 0, 0, 0, 0] });
    const [bone, ...more] = bonesOf(rod, [[0, 0, 0]], 1);
    expect(more).toHaveLength(0);
    expect(bone.from).toEqual([0, 0, 0]);
    expect(bone.to[2]).toBeCloseTo(-1, 12);
  });

  test('a point mass on one joint is a rod with a bob at its centre', () => {
    const [rod, bob] = bonesOf(body({ com: [0, 0, -2] }), [[0, 0, 0]], 2);
    expect(rod.to).toEqual([0, 0, -2]);
    expect(bob.from).toEqual(bob.to);
    expect(bob.radius).toBeGreaterThan(rod.radius);
  });

  test('a free body is the ball of its mass and inertia', () => {
    const r = 0.3, i = 0.4 * 2 * r * r;
    const [ball] = bonesOf(body({ mass: 2, inertia: [i, i, i, 0, 0, 0] }), [], 1);
    expect(ball.radius).toBeCloseTo(r, 12);
  });

  test('a body held at its centre is a ball, one without mass too', () => {
    expect(bonesOf(body(), [[0, 0, 0]], 1)[0].radius).toBeGreaterThan(0);
    expect(bonesOf(body({ mass: 0 }), [], 1)[0].radius).toBeGreaterThan(0);
  });

  test.each([[2, 1], [3, 3], [4, 4]])('%i anchors make %i rods', (anchors, rods) => {
    const points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]].slice(0, anchors) as Vec3[];
    expect(bonesOf(body(), points, 1)).toHaveLength(rods);
  });

  test('anchors of children are located at the start', () => {
    const two = model({ bodies: [body(), body()], joints: [
      joint(), joint({ parent: 0, child: 1, anchor: [0, 0, 1] }), joint({ type: 'free', child: 1 }),
    ] });
    const points = anchors(two, standing([TURNED, [1, 5, 2, 1, 0, 0, 0]]), 1e-9);
    expect(points[1]).toEqual([[0, 0, 1]]);
    expect(points[0]).toHaveLength(2);
    [3, 0, 0].forEach((x, c) => expect(Math.abs(points[0][1][c] - x)).toBeLessThan(ROUND));
  });

  test('only bodies without geometry have shown ones', () => {
    const two = model({ bodies: [body(), body({ com: [0, 0, 1] })], geoms: [geom()] });
    const layers = bones(mechanism(two, [HOME, HOME])).map((p) => [p.body, p.layer]);
    expect(layers).toEqual([[0, 'bones'], [1, 'geoms']]);
  });

  test('merged bodies share the one of the body they are part of', () => {
    const foot: Frame = [0, 0, -1, 1, 0, 0, 0];
    const leg = model({
      bodies: [body(), body({ parent: 0, merged_into: 0, frame_in_merged: foot })],
      joints: [joint(), joint({ child: 1, type: 'ball', parent: -1 })],
    });
    const points = anchors(leg, standing([HOME, foot]), 1e-9);
    expect(points).toEqual([[[0, 0, 0], [0, 0, -1]], []]);
    const standIns = bones(mechanism(leg, [HOME, foot]))
      .filter((p) => p.form.key.startsWith('capsule'));
    expect(standIns.map((p) => p.body)).toEqual([0]);
    const shown = { ...leg, geoms: [geom({ body: 1 })] };
    expect(bones(mechanism(shown, [HOME, foot])).filter((p) => p.form.key.startsWith('capsule'))
      .map((p) => p.layer)).toEqual(['bones']);
  });

  test('bodies fixed to the world have one only if they have joints', () => {
    const fixed = body({ merged_into: -1 });
    const palm = model({ bodies: [fixed, body(), body(), fixed], joints: [
      joint({ child: 1, parent: 0, anchor: [0, 0, 1] }),
      joint({ child: 2, parent: 0, anchor: [1, 0, 0] }),
      joint({ type: 'fixed', child: 3 }),
    ] });
    const standIns = bones(mechanism(palm, [HOME, HOME, HOME, HOME]))
      .filter((p) => !p.form.key.startsWith('cylinder'));
    expect(new Set(standIns.map((p) => p.body))).toEqual(new Set([0, 1, 2]));
  });

  test('rings of loops face the camera', () => {
    const one = model({ bodies: [body()],
      loops: [{ name: 'l', type: 'hinge', parent: -1, child: 0, anchor: [1, 0, 0] },
        { name: 'c', type: 'coupling', parent: -1, child: 0, anchor: null }] });
    expect(loops(mechanism(one, [HOME])).map((p) => p.facing)).toEqual([true]);
  });

  test('pieces have z along their length, also straight down', () => {
    const p = [0, 0, 0], at = standing([pointing([0, 0, 2], [0, 0, 0])]);
    move(p, at.numbers, at.at(0), [0, 0, 1]);
    [0, 0, 0].forEach((x, c) => expect(Math.abs(p[c] - x)).toBeLessThan(ROUND));
  });
});

describe('extent', () => {
  const one = model({ bodies: [body()], geoms: [geom({ type: 'box', size: [1, 2, 3] })] });

  test('contains geoms as they move', () => {
    const { low, high } = extentOf(one, motion([HOME], [TURNED]), []);
    [[-1, -2, -3], [3, 3, 6]].forEach((corner, k) => corner.forEach((x, c) =>
      expect(Math.abs([low, high][k][c] - x)).toBeLessThan(ROUND)));
  });

  test('the detail size follows the median body', () => {
    const links = Array.from({ length: 50 }, (_, k) => k);
    const chain = model({ bodies: links.map(() => body()), joints: links.map((k) =>
      joint({ parent: k - 1, child: k })) });
    const frames = links.map((k): Frame => [0.1 * k, 0, 0, 1, 0, 0, 0]);
    const { size, detail } = extentOf(chain, motion(frames), []);
    expect(size).toBeGreaterThan(2);
    expect(detail).toBeCloseTo(5 * 0.05, 12); // each from one joint to the next
  });

  test('of a mechanism of size zero is a unit box', () => {
    const { low, high, size } = extentOf(model({ bodies: [body()] }), motion([TURNED]), []);
    expect(size).toBeGreaterThan(0);
    low.forEach((l, c) => expect((l + high[c]) / 2).toBeCloseTo(TURNED[c], 12));
    expect(extentOf(model(), motion([]), []).size).toBeGreaterThan(0);
  });

  test('of several motions contains them all', () => {
    const first = { low: [0, 0, 0] as Vec3, high: [0, 1, 0] as Vec3 };
    const scenery = { low: [-9, -9, -1] as Vec3, high: [9, 9, 1] as Vec3 };
    const all = union([
      { low: [0, 0, 0], high: [1, 1, 1], size: 1, detail: 1, scenery: null, first },
      { low: [-1, 0.5, 0], high: [0, 2, 0.5], size: 3, detail: 0.5, scenery, first }]);
    expect(all).toEqual({ low: [-1, 0, 0], high: [1, 2, 1], size: 3, detail: 1, scenery, first });
  });

  test('knows the box of the first frame', () => {
    const fallen: Frame = [0, 0, -20, 1, 0, 0, 0];
    const ball = model({ bodies: [body()], geoms: [geom()] });
    const { first, low } = extentOf(ball, motion([HOME], [fallen]), []);
    expect(first).toEqual({ low: [-0.1, -0.1, -0.1], high: [0.1, 0.1, 0.1] });
    expect(low[2]).toBeCloseTo(-20.1, 12);
  });
});

describe('ground', () => {
  const box = (low: number, high: number, size = 1) =>
    ({ low: [0, 0, low] as Vec3, high: [1, 1, high] as Vec3, size, detail: size, scenery: null,
      first: { low: [0, 0, low] as Vec3, high: [1, 1, high] as Vec3 } });

  test('is at the plane of the model', () => {
    const plane = geom({ type: 'plane', body: -1, frame: [0, 0, -3, 1, 0, 0, 0] });
    expect(groundLevel([model({ geoms: [plane] })], box(-1, 1))).toBe(-3);
  });

  test('is at zero below a motion that stays above it and near', () => {
    expect(groundLevel([model()], box(0, 1))).toBe(0);
    expect(groundLevel([model()], box(0.4, 1))).toBe(0);
  });

  test('is just below a motion that starts slightly below zero', () => {
    expect(groundLevel([model()], box(-0.1, 1))).toBeCloseTo(-0.1, 2);
    expect(groundLevel([model()], box(-0.1, 1))).toBeLessThan(-0.1);
  });

  test('is below a motion far below or far above zero', () => {
    expect(groundLevel([model()], box(-1, 1))).toBeLessThan(-1);
    const far = groundLevel([model()], box(100, 101));
    expect(far).toBeGreaterThan(99);
    expect(far).toBeLessThan(100);
  });

  test('is just below the base of terrain that is scenery', () => {
    const scenery = { low: [-9, -9, -2] as Vec3, high: [9, 9, 0] as Vec3 };
    expect(groundLevel([model()], { ...box(0, 1), scenery })).toBeCloseTo(-2, 2);
    expect(groundLevel([model()], { ...box(0, 1), scenery })).toBeLessThan(-2);
  });

  test.each([[0.001, 0.001], [0.0034, 0.002], [1, 1], [7, 5], [99, 50]])(
    'lines for %f are %f apart', (x, expected) => {
      expect(round(x) / expected).toBeCloseTo(1, 12);
    });
});
