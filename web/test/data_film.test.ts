// SPDX-License-Identifier: Apache-2.0
//
// Poses between the frames of a film, of moving, merged and resting bodies.

import { expect, test } from 'vitest';
import { decodePage } from '../src/data/decode';
import type { Motion } from '../src/data/film';
import type { Body, Film, Frame, Model } from '../src/data/page';
import { documentOf, Packer } from './fixtures';
import { doublePendulum, pageOf } from './mechanisms';

const HALF = Math.SQRT1_2;
// two frames of a body that moves along x and rotates by a quarter turn about z
const FILM = { x: [0, 2], y: [0, 0], z: [1, 1], w: [1, HALF], q: [0, 0], r: [0, 0], s: [0, HALF] };

function body(name: string, parent: number, into: number, frame: Frame): Body {
  return {
    name, parent, merged_into: into, frame_in_merged: frame, mass: 1, com: [0, 0, 0],
    inertia: [1, 1, 1, 0, 0, 0],
  };
}

const MODEL: Model = {
  name: 'm', gravity: [0, 0, 0], mass: 3, dof: 6, freedom: null, rows: 0, redundant: null,
  warnings: [], joints: [], loops: [], geoms: [], meshes: [], springs: [], actuators: [],
  bodies: [
    body('mover', -1, 0, [0, 0, 0, 1, 0, 0, 0]),
    body('rider', 0, 0, [1, 0, 0, 1, 0, 0, 0]),
    body('post', -1, -1, [5, 5, 5, 1, 0, 0, 0]),
  ],
  sites: [
    { name: 'on rider', body: 1, frame: [0, 1, 0, 1, 0, 0, 0] },
    { name: 'on world', body: -1, frame: [7, 8, 9, 1, 0, 0, 0] },
  ],
};

async function motionOf(signOfLast = 1): Promise<Motion> {
  const packer = new Packer();
  const turned = [FILM.w, FILM.q, FILM.r, FILM.s].map(([a, b]) => [a, signOfLast * b]);
  const film: Film = {
    time: packer.floats([[10, 12]]), bodies: [0],
    rest: [[0, 0, 1, 1, 0, 0, 0], [1, 0, 1, 1, 0, 0, 0], [5, 5, 5, 1, 0, 0, 0]],
    position: packer.floats([FILM.x, FILM.y, FILM.z]), orientation: packer.floats(turned),
  };
  const run = { title: '', file: '', facts: null, model: MODEL, film, series: [] };
  const { motion } = (await decodePage(documentOf(pageOf(run), packer))).runs[0];
  expect(motion).not.toBeNull();
  return motion as Motion;
}

// single precision of numbers of order 1
const PLACES = 6;

function expectFrame(motion: Motion, body: number, time: number, wanted: Frame): void {
  motion.at(time).subarray(7 * body, 7 * (body + 1)).forEach((number, k) =>
    expect(number).toBeCloseTo(wanted[k], PLACES));
}

test('between frames a body translates and rotates at constant rates', async () => {
  const motion = await motionOf();
  const eighth = Math.PI / 8;
  expectFrame(motion, 0, 11, [1, 0, 1, Math.cos(eighth), 0, 0, Math.sin(eighth)]);
  expect([motion.start, motion.end]).toEqual([10, 12]);
});

test('quaternions of either sign give the shorter rotation', async () => {
  const eighth = Math.PI / 8;
  const motion = await motionOf(-1);
  expectFrame(motion, 0, 11, [1, 0, 1, Math.cos(eighth), 0, 0, Math.sin(eighth)]);
});

test('poses are constant before the first and after the last frame', async () => {
  const motion = await motionOf();
  expectFrame(motion, 0, 0, [0, 0, 1, 1, 0, 0, 0]);
  expectFrame(motion, 0, 99, [2, 0, 1, HALF, 0, 0, HALF]);
});

test('a merged body moves with the body that it is part of, a fixed one rests', async () => {
  const motion = await motionOf();
  expectFrame(motion, 1, 12, [2, 1, 1, HALF, 0, 0, HALF]);
  expectFrame(motion, 2, 12, [5, 5, 5, 1, 0, 0, 0]);
});

test('sites move with their bodies, sites of the world rest', async () => {
  const motion = await motionOf();
  const [onRider, onWorld] = motion.paths(MODEL.sites);
  [1, 1, 1, 1, 1, 1].forEach((v, k) => expect(onRider[k]).toBeCloseTo(v, PLACES));
  expect([...onWorld]).toEqual([7, 8, 9, 7, 8, 9]);
});

test('rods of a pendulum stay joined in its film', async () => {
  const packer = new Packer();
  const run = doublePendulum(packer, 2);
  const { motion } = (await decodePage(documentOf(pageOf(run), packer))).runs[0];
  const [tip] = motion?.paths([{ body: 0, frame: [0, 0, -0.5, 1, 0, 0, 0] }]) ?? [];
  motion?.time.forEach((time, k) => {
    const [x, y, z] = motion.at(time).subarray(7);
    // integers of two bytes over 2 m: 3e-5 m a step, and as much of a turn
    expect(Math.hypot(x - tip[3 * k], y - tip[3 * k + 1], z - tip[3 * k + 2])).toBeLessThan(1e-4);
  });
});
