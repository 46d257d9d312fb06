// SPDX-License-Identifier: Apache-2.0
//
// The picture's arithmetic: what stands in for bodies, where the ground is, where the eye goes.

import { readFileSync } from 'node:fs';
import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import type { Motion } from '../src/data/film';
import type { Body, Frame, Geom, Joint, Model, PackedArray, Vec3 } from '../src/data/page';
import { anchors, bones, bonesOf, pointing } from '../src/scene/bones';
import {
  Eye, VIEWS, basis, defaultDirection, framing, nearer, shifted, turned, FIELD, type Orbit,
} from '../src/scene/camera';
import { geomColour } from '../src/scene/colours';
import { extentOf, union } from '../src/scene/extent';
import { drawable, geoms } from '../src/scene/geoms';
import { groundLevel, round } from '../src/scene/ground';
import { loops } from '../src/scene/marks';
import type { Cast } from '../src/scene/part';
import { Placements, chain, move, moveBack, place } from '../src/scene/placements';
import { FINEST, LEVELS, Quality } from '../src/scene/quality';
import { PIECES, pieces } from '../src/scene/round';
import { SHAPES } from '../src/scene/shapes';

const ROUND = 1e-12; // some hundred roundings of numbers near one

const ITSELF = -9;
const body = (over: Partial<Body> = {}): Body => ({
  name: 'b', parent: -1, host: ITSELF, in_host: [0, 0, 0, 1, 0, 0, 0], mass: 1, com: [0, 0, 0],
  inertia: [0, 0, 0, 0, 0, 0], ...over,
});
const joint = (over: Partial<Joint> = {}): Joint => ({
  name: 'j', type: 'hinge', parent: -1, child: 0, axis: [0, 1, 0], anchor: [0, 0, 0], loop: false,
  merged: false, ...over,
});
const geom = (over: Partial<Geom> = {}): Geom => ({
  name: 'g', type: 'sphere', body: 0, frame: [0, 0, 0, 1, 0, 0, 0], size: [0.1, 0, 0],
  rgba: [1, 0, 0, 1], group: 0, mesh: -1, ...over,
});
const model = (over: Partial<Model> = {}): Model => ({
  name: 'm', gravity: [0, 0, -9.81], mass: 1, dof: 1, freedom: null, rows: 0, redundant: null,
  warnings: [], joints: [], loops: [], geoms: [], meshes: [], sites: [], springs: [],
  actuators: [], ...over,
  bodies: (over.bodies ?? []).map((b, k) => ({ ...b, host: b.host === ITSELF ? k : b.host })),
});
/** A motion of one picture for each list of frames. */
const motion = (...pictures: Frame[][]): Motion => ({
  time: Float64Array.from(pictures.keys()),
  at: (t: number) => Float64Array.from(pictures[t].flat()),
}) as unknown as Motion;
const standing = (frames: Frame[]): Placements => {
  const at = new Placements(frames.length);
  at.take(frames.flat());
  return at;
};
const cast = (of: Model, frames: Frame[]): Cast => ({
  model: of, meshes: [], start: standing(frames), extent: extentOf(of, motion(frames), []),
});
const list = (count: number): PackedArray =>
  ({ at: 0, tracks: 3, count, kind: 'floats', bytes: 4, scale: 1, start: 0 });
const HOME: Frame = [0, 0, 0, 1, 0, 0, 0];
const TURNED: Frame = [1, 2, 3, Math.SQRT1_2, 0, 0, Math.SQRT1_2]; // a quarter about z

describe('placements', () => {
  test('a quarter turn about z takes x to y', () => {
    const at = standing([TURNED]), p = [0, 0, 0];
    move(p, at.numbers, at.at(0), [1, 0, 0]);
    [1, 3, 3].forEach((x, c) => expect(p[c]).toBeCloseTo(x, 12));
  });

  test('moving back undoes moving, chaining is moving twice', () => {
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

  test('quaternions need not be of unit length', () => {
    const long = new Float64Array(12), unit = new Float64Array(12);
    place(long, 0, [0, 0, 0, 3, 3, -3, 3], 0);
    place(unit, 0, [0, 0, 0, 0.5, 0.5, -0.5, 0.5], 0);
    expect(long).toEqual(unit);
  });
});

describe('shapes', () => {
  const source = readFileSync(new URL('../src/data/page.ts', import.meta.url), 'utf8');
  const named = /interface Geom \{[^}]*type: string; \/\/ ([a-z ]+)\n/.exec(source);

  test('each type of the contract has one', () => {
    expect(named).not.toBeNull();
    expect(Object.keys(SHAPES).sort()).toEqual(named![1].split(' ').sort());
  });

  test.each(Object.keys(SHAPES).filter((type) => type !== 'plane'))(
    'a %s as drawn fills the box that it is said to have', (type) => {
      const corners = [[0.2, -0.2, 0, 0], [0, 0, 0.3, -0.3], [0.4, 0.4, -0.4, 0]];
      const solids = [{ vertices: corners, faces: [[0, 1], [1, 2], [2, 3]] }];
      const size: Vec3 = [0.2, 0.3, 0.4], { form, scale, half } = SHAPES[type];
      const geometry = form(size, 0, solids).make(44).scale(...scale(size));
      geometry.computeBoundingBox();
      const { max } = geometry.boundingBox!;
      half(size, 0, solids).forEach((h, c) => {
        // polygons of so many corners miss the circle by less than a hundredth
        expect(max.getComponent(c) / h).toBeGreaterThan(0.99);
        expect(max.getComponent(c) / h).toBeLessThan(1 + 1e-6);
      });
    });
});

describe('geoms', () => {
  test('those for contacts are covered where a body has others for the eye', () => {
    const both = model({ bodies: [body(), body()], geoms: [
      geom({ group: 2 }), geom({ group: 0 }), geom({ body: 1, group: 0 }),
    ] });
    expect(geoms(cast(both, [HOME, HOME])).map((p) => p.covered)).toEqual([false, true, false]);
  });

  test('meshes whose files were missing are none: what is left of their bodies is seen', () => {
    const none = { name: 'm', vertices: list(0), faces: list(0) };
    const found = { name: 'n', vertices: list(3), faces: list(0) };
    const mesh = (k: number) => geom({ type: 'mesh', group: 2, mesh: k });
    const robot = (...of: Geom[]) => model({ bodies: [body()], meshes: [none, found], geoms: of });
    expect(drawable(robot(mesh(0), mesh(1)))).toEqual([mesh(1)]);
    const lost = geoms(cast(robot(mesh(0), geom()), [HOME]));
    expect(lost.map((p) => p.covered)).toEqual([false]);
    const naked = bones(cast(robot(mesh(0)), [HOME]));
    expect(naked.map((p) => p.layer)).toEqual(['geoms']); // a stand-in
  });

  test('a horizontal plane of the world is left to the ground, others are drawn', () => {
    const upright: Frame = [0, 0, 0, Math.SQRT1_2, Math.SQRT1_2, 0, 0];
    const planes = [HOME, TURNED, upright].map((frame) => geom({ type: 'plane', body: -1, frame }));
    expect(geoms(cast(model({ geoms: planes }), []))).toHaveLength(1);
  });

  test('grey that nobody chose is replaced, by body; all else is kept', () => {
    expect(geomColour([0.5, 0.5, 0.5, 1], 0).equals(geomColour([0.5, 0.5, 0.5, 1], 1))).toBe(false);
    expect(geomColour([1, 0, 0, 1], 0).getHexString()).toBe('ff0000');
  });
});

describe('stand-ins', () => {
  test('a uniform rod on one joint ends where it ends', () => {
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

  test.each([[2, 1], [3, 3], [4, 4]])('%i ties make %i rods', (ties, rods) => {
    const points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]].slice(0, ties) as Vec3[];
    expect(bonesOf(body(), points, 1)).toHaveLength(rods);
  });

  test('what a body holds is found where it stands at the start', () => {
    const two = model({ bodies: [body(), body()], joints: [
      joint(), joint({ parent: 0, child: 1, anchor: [0, 0, 1] }), joint({ type: 'free', child: 1 }),
    ] });
    const points = anchors(two, standing([TURNED, [1, 5, 2, 1, 0, 0, 0]]), 1e-9);
    expect(points[1]).toEqual([[0, 0, 1]]);
    expect(points[0]).toHaveLength(2);
    [3, 0, 0].forEach((x, c) => expect(Math.abs(points[0][1][c] - x)).toBeLessThan(ROUND));
  });

  test('only bodies that show nothing get one at first', () => {
    const two = model({ bodies: [body(), body({ com: [0, 0, 1] })], geoms: [geom()] });
    const layers = bones(cast(two, [HOME, HOME])).map((p) => [p.body, p.layer]);
    expect(layers).toEqual([[0, 'bones'], [1, 'geoms']]);
  });

  test('merged bodies have none of their own but are part of the other one', () => {
    const foot: Frame = [0, 0, -1, 1, 0, 0, 0];
    const leg = model({
      bodies: [body(), body({ parent: 0, host: 0, in_host: foot })],
      joints: [joint(), joint({ child: 1, type: 'ball', parent: -1 })],
    });
    const points = anchors(leg, standing([HOME, foot]), 1e-9);
    expect(points).toEqual([[[0, 0, 0], [0, 0, -1]], []]);
    const stands = bones(cast(leg, [HOME, foot])).filter((p) => p.form.key.startsWith('capsule'));
    expect(stands.map((p) => p.body)).toEqual([0]);
    const worn = { ...leg, geoms: [geom({ body: 1 })] };
    expect(bones(cast(worn, [HOME, foot])).filter((p) => p.form.key.startsWith('capsule'))
      .map((p) => p.layer)).toEqual(['bones']);
  });

  test('what is fixed to the world has one where it holds others, and only there', () => {
    const fixed = body({ host: -1 });
    const palm = model({ bodies: [fixed, body(), body(), fixed], joints: [
      joint({ child: 1, parent: 0, anchor: [0, 0, 1] }),
      joint({ child: 2, parent: 0, anchor: [1, 0, 0] }),
      joint({ type: 'fixed', child: 3 }),
    ] });
    const stands = bones(cast(palm, [HOME, HOME, HOME, HOME]))
      .filter((p) => !p.form.key.startsWith('cylinder'));
    expect(new Set(stands.map((p) => p.body))).toEqual(new Set([0, 1, 2]));
  });

  test('rings of loops face the eye', () => {
    const one = model({ bodies: [body()],
      loops: [{ name: 'l', type: 'hinge', parent: -1, child: 0, anchor: [1, 0, 0] },
        { name: 'c', type: 'coupling', parent: -1, child: 0, anchor: null }] });
    expect(loops(cast(one, [HOME])).map((p) => p.facing)).toEqual([true]);
  });

  test('pieces point along their way, also straight down', () => {
    const p = [0, 0, 0], at = standing([pointing([0, 0, 2], [0, 0, 0])]);
    move(p, at.numbers, at.at(0), [0, 0, 1]);
    [0, 0, 0].forEach((x, c) => expect(Math.abs(p[c] - x)).toBeLessThan(ROUND));
  });
});

describe('extent', () => {
  const one = model({ bodies: [body()], geoms: [geom({ type: 'box', size: [1, 2, 3] })] });

  test('holds geoms as they turn and go', () => {
    const { low, high } = extentOf(one, motion([HOME], [TURNED]), []);
    [[-1, -2, -3], [3, 3, 6]].forEach((corner, k) => corner.forEach((x, c) =>
      expect(Math.abs([low, high][k][c] - x)).toBeLessThan(ROUND)));
  });

  test('details are as small as most bodies are', () => {
    const links = Array.from({ length: 50 }, (_, k) => k);
    const chain = model({ bodies: links.map(() => body()), joints: links.map((k) =>
      joint({ parent: k - 1, child: k })) });
    const frames = links.map((k): Frame => [0.1 * k, 0, 0, 1, 0, 0, 0]);
    const { size, detail } = extentOf(chain, motion(frames), []);
    expect(size).toBeGreaterThan(2);
    expect(detail).toBeCloseTo(5 * 0.05, 12); // each from one joint to the next
  });

  test('has room where nothing has a size', () => {
    const { low, high, size } = extentOf(model({ bodies: [body()] }), motion([TURNED]), []);
    expect(size).toBeGreaterThan(0);
    low.forEach((l, c) => expect((l + high[c]) / 2).toBeCloseTo(TURNED[c], 12));
    expect(extentOf(model(), motion([]), []).size).toBeGreaterThan(0);
  });

  test('of several motions is what holds them all', () => {
    const first = { low: [0, 0, 0] as Vec3, high: [0, 1, 0] as Vec3 };
    const all = union([{ low: [0, 0, 0], high: [1, 1, 1], size: 1, detail: 1, first },
      { low: [-1, 0.5, 0], high: [0, 2, 0.5], size: 3, detail: 0.5, first }]);
    expect(all).toEqual({ low: [-1, 0, 0], high: [1, 2, 1], size: 3, detail: 1, first });
  });

  test('knows the box of the first picture, however far the motion goes', () => {
    const fallen: Frame = [0, 0, -20, 1, 0, 0, 0];
    const ball = model({ bodies: [body()], geoms: [geom()] });
    const { first, low } = extentOf(ball, motion([HOME], [fallen]), []);
    expect(first).toEqual({ low: [-0.1, -0.1, -0.1], high: [0.1, 0.1, 0.1] });
    expect(low[2]).toBeCloseTo(-20.1, 12);
  });
});

describe('ground', () => {
  const box = (low: number, high: number, size = 1) =>
    ({ low: [0, 0, low] as Vec3, high: [1, 1, high] as Vec3, size, detail: size,
      first: { low: [0, 0, low] as Vec3, high: [1, 1, high] as Vec3 } });

  test('is where a plane of the model is', () => {
    const plane = geom({ type: 'plane', body: -1, frame: [0, 0, -3, 1, 0, 0, 0] });
    expect(groundLevel([model({ geoms: [plane] })], box(-1, 1))).toBe(-3);
  });

  test('is at zero below a motion that stays above it and near', () => {
    expect(groundLevel([model()], box(0, 1))).toBe(0);
    expect(groundLevel([model()], box(0.4, 1))).toBe(0);
  });

  test('is right under what stands a little below zero', () => {
    expect(groundLevel([model()], box(-0.1, 1))).toBeCloseTo(-0.1, 2);
    expect(groundLevel([model()], box(-0.1, 1))).toBeLessThan(-0.1);
  });

  test('is below a motion that goes below zero or is far above', () => {
    expect(groundLevel([model()], box(-1, 1))).toBeLessThan(-1);
    const far = groundLevel([model()], box(100, 101));
    expect(far).toBeGreaterThan(99);
    expect(far).toBeLessThan(100);
  });

  test.each([[0.001, 0.001], [0.0034, 0.002], [1, 1], [7, 5], [99, 50]])(
    'lines for %f are %f apart', (x, expected) => {
      expect(round(x) / expected).toBeCloseTo(1, 12);
    });
});

describe('camera', () => {
  const start: Orbit = { target: new Vector3(1, 2, 3), azimuth: 1.2, elevation: -0.4, distance: 5 };
  /** Where on the picture a point is, by its half height. */
  const seen = (o: Orbit, point: Vector3): [number, number] => {
    const { forward, right, up } = basis(o);
    const way = point.clone().sub(o.target).addScaledVector(forward, o.distance);
    const depth = way.dot(forward) * Math.tan(FIELD / 2);
    return [way.dot(right) / depth, way.dot(up) / depth];
  };

  test('looks along x at azimuth zero, with z upwards', () => {
    const { forward, right, up } = basis({ ...start, azimuth: 0, elevation: 0 });
    expect(forward.toArray()).toEqual([1, 0, 0]);
    expect(right.distanceTo(new Vector3(0, -1, 0))).toBeLessThan(ROUND);
    expect(up.distanceTo(new Vector3(0, 0, 1))).toBeLessThan(ROUND);
  });

  test('has a right and an up also straight down', () => {
    const { forward, right, up } = basis({ ...start, elevation: -Math.PI / 2 });
    const volume = new Vector3().crossVectors(right, forward).dot(up);
    expect(volume).toBeCloseTo(1, 12);
  });

  test('dragging to the right brings the left side to the front, down shows the top', () => {
    const after = turned(start, 0.1, 0.1);
    expect(after.azimuth).toBeLessThan(start.azimuth);
    expect(after.elevation).toBeLessThan(start.elevation);
    expect(turned(start, 0, 9).elevation).toBe(-Math.PI / 2);
  });

  test('shifting keeps the target under the hand', () => {
    const [x, y] = seen(shifted(start, 0.25, 0.1, false), start.target);
    expect(x).toBeCloseTo(0.5, 12);
    expect(y).toBeCloseTo(-0.2, 12);
    expect(shifted(start, 0.2, 0.3, true).target.z).toBe(start.target.z);
  });

  test('zooming keeps what is under the cursor', () => {
    const { right, up } = basis(start), half = start.distance * Math.tan(FIELD / 2);
    const point = start.target.clone().addScaledVector(right, 0.6 * half * 1.5)
      .addScaledVector(up, -0.3 * half);
    const [x, y] = seen(nearer(start, 0.5, 0.6, -0.3, 1.5), point);
    expect(x).toBeCloseTo(0.9, 12);
    expect(y).toBeCloseTo(-0.3, 12);
  });

  test.each([0.5, 1.6])('framing shows all corners and wastes little at aspect %f', (aspect) => {
    const low: Vec3 = [-1, -2, 0], high: Vec3 = [3, 1, 2];
    for (const { azimuth, elevation } of [...VIEWS, { azimuth: 2, elevation: -0.3 }]) {
      const orbit = framing({ low, high }, azimuth, elevation, aspect);
      let most = 0;
      for (let k = 0; k < 8; k++) {
        const corner = new Vector3(
          (k & 1 ? high : low)[0], (k & 2 ? high : low)[1], (k & 4 ? high : low)[2]);
        const [x, y] = seen(orbit, corner);
        most = Math.max(most, Math.abs(x) / aspect, Math.abs(y));
      }
      expect(most).toBeLessThan(1);
      expect(most).toBeGreaterThan(0.8);
    }
  });

  test('a planar motion is seen across its plane', () => {
    const [xz] = defaultDirection({ low: [-1, -0.1, -1], high: [1, 0.1, 1] });
    const [yz] = defaultDirection({ low: [-0.1, -1, -1], high: [0.1, 1, 1] });
    const [, flat] = defaultDirection({ low: [-1, -1, 0], high: [1, 1, 0.1] });
    expect(Math.abs(Math.sin(xz))).toBeGreaterThan(0.8);
    expect(Math.abs(Math.cos(yz))).toBeGreaterThan(0.8);
    expect(flat).toBeLessThan(-Math.PI / 5);
  });

  test('glides the short way about and arrives', () => {
    const eye = new Eye(start);
    eye.glide({ ...start, azimuth: start.azimuth + 2 * Math.PI - 0.2 });
    let pictures = 0;
    while (eye.advance(1 / 60)) {
      expect(Math.abs(eye.now.azimuth - start.azimuth)).toBeLessThan(0.2 + ROUND);
      pictures++;
    }
    expect(pictures).toBeGreaterThan(10);
    expect(pictures).toBeLessThan(120);
    expect(eye.now.azimuth).toBeCloseTo(start.azimuth - 0.2, 12);
  });

  test('goes along with what it follows, also while it glides', () => {
    const eye = new Eye(start);
    eye.look(new Vector3(5, 5, 5));
    eye.carry(new Vector3(0, 0, 1));
    while (eye.advance(0.1)) { /* until it is there */ }
    expect(eye.now.target.toArray()).toEqual([5, 5, 6]);
  });
});

describe('round forms', () => {
  test('have few pieces where they are small, and many where they are large', () => {
    expect([1, 10, 30, 1000].map(pieces)).toEqual(PIECES);
  });
});

describe('quality', () => {
  const play = (quality: Quality, from: number, gap: number, pictures: number): void => {
    for (let k = 0; k < pictures; k++) {
      quality.drawn(from + k * gap);
    }
  };

  test('stays where pictures come in time', () => {
    const quality = new Quality();
    play(quality, 0, 1000 / 60, 300);
    expect(quality.now).toBe(FINEST);
  });

  test('goes down step by step where they are slow, and ends at the coarsest', () => {
    const quality = new Quality();
    play(quality, 0, 40, 30);
    expect(quality.now).toBe(LEVELS[1]);
    play(quality, 1200, 40, 400);
    expect(quality.now).toBe(LEVELS[LEVELS.length - 1]);
  });

  test('goes down at once where they are very slow', () => {
    const quality = new Quality();
    play(quality, 0, 700, 4);
    expect(quality.now).toBe(LEVELS[LEVELS.length - 1]);
  });

  test('goes up again where they come in time', () => {
    const quality = new Quality();
    play(quality, 0, 700, 4);
    play(quality, 2100, 1000 / 60, 3000);
    expect(quality.now).toBe(FINEST);
  });

  test('tries ever less often what is too slow', () => {
    const quality = new Quality();
    let now = 0, trials = 0;
    for (const before = { level: FINEST }; now < 300_000; before.level = quality.now) {
      quality.drawn(now += quality.now === FINEST ? 30 : 1000 / 60);
      trials += before.level !== quality.now && quality.now === FINEST ? 1 : 0;
    }
    expect(quality.now).not.toBe(FINEST);
    expect(trials).toBeGreaterThan(2);
    expect(trials).toBeLessThan(8); // 4 s, 8 s, ... 256 s
  });

  test('a rest is no late picture', () => {
    const quality = new Quality();
    for (let k = 0; k < 20; k++) {
      play(quality, 2000 * k, 1000 / 60, 40);
      quality.rested();
    }
    expect(quality.now).toBe(FINEST);
  });
});
