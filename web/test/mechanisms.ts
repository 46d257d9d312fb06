// SPDX-License-Identifier: Apache-2.0
//
// Runs for pages made without the program: point masses on rods in the plane y = 0, integrated by
// Verlet steps with the lengths of rods as constraints (SHAKE).

import type { Body, Frame, Geom, Joint, Model, Page, Run, Series } from '../src/data/page';
import { Packer } from './fixtures';

const GRAVITY = 9.81;
const DT = 1e-3;

/** A hanging chain of rods of equal length that starts at rest with these angles. */
export interface Chain {
  length: number;
  angles: readonly number[]; // from straight down [rad]
}

/** Recorded knots of a chain: the angle of each rod, energies, and the largest error of length. */
interface Motion {
  time: number[];
  angles: number[][]; // per rod
  energy: { kinetic: number[]; potential: number[] };
  gap: number[];
}

/** Correct the lengths of all rods along their previous directions: Gauss-Seidel sweeps from the
 * fixed end. */
function close(x: Float64Array, z: Float64Array, oldX: Float64Array, oldZ: Float64Array,
  length: number, sweeps: number): void {
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let k = 1; k < x.length; k++) {
      const dx = x[k] - x[k - 1], dz = z[k] - z[k - 1];
      const wasX = oldX[k] - oldX[k - 1], wasZ = oldZ[k] - oldZ[k - 1];
      const ends = k === 1 ? 1 : 2; // movable ends
      const part = (dx * dx + dz * dz - length * length) / (2 * ends * (dx * wasX + dz * wasZ));
      x[k] -= wasX * part;
      z[k] -= wasZ * part;
      if (k > 1) {
        x[k - 1] += wasX * part;
        z[k - 1] += wasZ * part;
      }
    }
  }
}

function largestGap(x: Float64Array, z: Float64Array, length: number): number {
  let gap = 0;
  for (let k = 1; k < x.length; k++) {
    gap = Math.max(gap, Math.abs(Math.hypot(x[k] - x[k - 1], z[k] - z[k - 1]) - length));
  }
  return gap;
}

/** Integrate a chain, recording every `every` steps. */
export function swing({ length, angles }: Chain, duration: number, every: number): Motion {
  const count = angles.length;
  const x = new Float64Array(count + 1), z = new Float64Array(count + 1);
  angles.forEach((angle, k) => {
    x[k + 1] = x[k] + length * Math.sin(angle);
    z[k + 1] = z[k] - length * Math.cos(angle);
  });
  let beforeX = x.slice(), beforeZ = z.slice();
  const motion: Motion = {
    time: [], angles: angles.map(() => []), energy: { kinetic: [], potential: [] }, gap: [],
  };
  const steps = Math.round(duration / DT);
  for (let step = 0; step <= steps; step++) {
    if (step % every === 0 || step === steps) {
      record(motion, step * DT, x, z, beforeX, beforeZ, length);
    }
    const oldX = x.slice(), oldZ = z.slice();
    for (let k = 1; k <= count; k++) {
      x[k] += x[k] - beforeX[k];
      z[k] += z[k] - beforeZ[k] - GRAVITY * DT * DT;
    }
    close(x, z, oldX, oldZ, length, 40);
    [beforeX, beforeZ] = [oldX, oldZ];
  }
  return motion;
}

function record(motion: Motion, time: number, x: Float64Array, z: Float64Array,
  beforeX: Float64Array, beforeZ: Float64Array, length: number): void {
  let kinetic = 0, potential = 0;
  for (let k = 1; k < x.length; k++) {
    kinetic += ((x[k] - beforeX[k]) ** 2 + (z[k] - beforeZ[k]) ** 2) / (2 * DT * DT);
    potential += GRAVITY * (z[k] + beforeZ[k]) / 2;
    motion.angles[k - 1].push(Math.atan2(x[k] - x[k - 1], z[k - 1] - z[k]));
  }
  motion.time.push(time);
  motion.energy.kinetic.push(kinetic);
  motion.energy.potential.push(potential);
  motion.gap.push(largestGap(x, z, length));
}

function body(k: number, length: number): Body {
  return {
    name: `link${k}`, parent: k - 1, merged_into: k, frame_in_merged: [0, 0, 0, 1, 0, 0, 0],
    mass: 1, com: [0, 0, -length], inertia: [1e-4, 1e-4, 1e-4, 0, 0, 0],
  };
}

function joint(k: number): Joint {
  return {
    name: `hinge${k}`, type: 'hinge', parent: k - 1, child: k, axis: [0, 1, 0],
    anchor: [0, 0, 0], loop: false, merged: false,
  };
}

function rod(k: number, length: number): Geom {
  return {
    name: `rod${k}`, type: 'capsule', body: k, frame: [0, 0, -length / 2, 1, 0, 0, 0],
    size: [0.12 * length, length / 2, 0], rgba: [0.5, 0.5, 0.5, 1], group: 0, mesh: -1,
  };
}

function model(name: string, count: number, length: number, shaped: boolean): Model {
  const bodies = [...Array(count).keys()];
  return {
    name, gravity: [0, 0, -GRAVITY], mass: count, dof: count, freedom: count, rows: 0,
    redundant: 0, warnings: [], bodies: bodies.map((k) => body(k, length)),
    joints: bodies.map(joint), loops: [], meshes: [], springs: [], actuators: [],
    geoms: shaped ? bodies.map((k) => rod(k, length)) : [],
    sites: [{ name: 'tip', body: count - 1, frame: [0, 0, -length, 1, 0, 0, 0] }],
  };
}

/** The lists of all frames: positions and orientations of every rod. */
function lists(motion: Motion, length: number): { position: number[][]; orientation: number[][] } {
  const frames = motion.time.length;
  const position: number[][] = [], orientation: number[][] = [];
  let x = Array<number>(frames).fill(0), z = x;
  for (const angles of motion.angles) {
    position.push(x, Array<number>(frames).fill(0), z);
    // turned by -angle about +y: straight down goes toward +x
    orientation.push(angles.map((a) => Math.cos(a / 2)), Array<number>(frames).fill(0),
      angles.map((a) => -Math.sin(a / 2)), Array<number>(frames).fill(0));
    x = x.map((value, f) => value + length * Math.sin(angles[f]));
    z = z.map((value, f) => value - length * Math.cos(angles[f]));
  }
  return { position, orientation };
}

function frameAt(lists: { position: number[][]; orientation: number[][] }, k: number, f: number):
  Frame {
  return [...[0, 1, 2].map((c) => lists.position[3 * k + c][f]),
    ...[0, 1, 2, 3].map((c) => lists.orientation[4 * k + c][f])] as Frame;
}

/** Rates by central differences of unwrapped angles. */
function rates(angles: readonly number[], time: readonly number[]): number[] {
  return angles.map((_, f) => {
    const a = Math.max(f - 1, 0), b = Math.min(f + 1, angles.length - 1);
    const turned = angles[b] - angles[a];
    return (turned - 2 * Math.PI * Math.round(turned / 2 / Math.PI)) / (time[b] - time[a]);
  });
}

/** A run of a chain as the program writes it. */
export function chainRun(packer: Packer, title: string, chain: Chain, duration: number,
  every: number, shaped = true): Run {
  const motion = swing(chain, duration, every);
  const { time, energy, gap } = motion;
  const count = chain.angles.length;
  const film = lists(motion, chain.length);
  const packedTime = packer.ints([time], 4);
  const series = (name: string, label: string, group: Series['group'], unit: string,
    value: number[]): Series => ({
    name, label, group, unit, knots: time.length, time: packedTime, value: packer.floats([value]),
  });
  const total = energy.kinetic.map((kinetic, f) => kinetic + energy.potential[f]);
  const shown = count <= 4 ? motion.angles : [motion.angles[0], motion.angles[count - 1]];
  return {
    title, file: `${title}.h5`, model: model(title, count, chain.length, shaped),
    facts: {
      integrator: 'maximal', order: 2, dt: DT, steps: Math.round(duration / DT),
      solves: Math.round(duration / DT), iterations: 3 * Math.round(duration / DT), subdivided: 0,
      wall: 0.5, version: '0.2.0', complete: true, message: '', summary: null,
    },
    film: {
      time: packedTime, bodies: [...Array(count).keys()],
      rest: motion.angles.map((_, k) => frameAt(film, k, 0)),
      position: packer.ints(film.position, 2), orientation: packer.ints(film.orientation, 2),
    },
    series: [
      series('energy', 'total', 'energy', 'J', total),
      series('kinetic', 'kinetic', 'energy', 'J', energy.kinetic),
      series('potential', 'gravity', 'energy', 'J', energy.potential),
      series('energy_error', 'energy error', 'error', 'J', total.map((e) => e - total[0])),
      series('position_violation', 'position', 'violation', 'm, rad', gap),
      series('iterations', 'iterations', 'solver', '', time.map((_, f) => 3 + f % 2)),
      ...shown.flatMap((angles, k) => [
        series(`hinge${k}`, `hinge${k}`, 'joint', 'rad', angles),
        series(`hinge${k}.rate`, `hinge${k} rate`, 'rate', 'rad/s', rates(angles, time)),
      ]),
    ],
  };
}

export function pageOf(...runs: Run[]): Page {
  return { format: 1, generator: 'ludo 0.2.0', runs, comparison: null };
}

/** Two rods released from the side. */
export function doublePendulum(packer: Packer, duration = 10, every = 10): Run {
  return chainRun(packer, 'double pendulum', { length: 0.5, angles: [1.6, 2.2] }, duration, every);
}

/** A long chain released from an arc. */
export function longChain(packer: Packer, count = 100, duration = 10, every = 10): Run {
  const angles = [...Array(count).keys()].map((k) => 0.9 - 0.6 * k / count);
  return chainRun(packer, 'chain', { length: 0.05, angles }, duration, every);
}
