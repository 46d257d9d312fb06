// SPDX-License-Identifier: Apache-2.0
//
// Quantities derived from the film: positions of bodies and sites, and contact forces between
// bodies.

import type { LoadedRun } from '../data/decode';
import type { Contacts } from '../data/contacts';
import type { Motion } from '../data/film';
import type { Frame, Model } from '../data/page';
import { Quantity } from '../data/series';

const ORIGIN: Frame = [0, 0, 0, 1, 0, 0, 0];

interface Point {
  body: number;
  frame: Frame;
}

/** The path of a point, computed once for its three coordinates. */
class Path {
  private found?: Float32Array;

  constructor(readonly motion: Motion, private readonly point: Point) {}

  get places(): Float32Array {
    return (this.found ??= this.motion.paths([this.point])[0]);
  }
}

class Trace extends Quantity {
  private values?: Float64Array;

  constructor(name: string, label: string, private readonly path: Path,
    private readonly axis: number) {
    super({ name, label, group: 'body', unit: 'm' });
  }

  override get time(): Float64Array {
    return this.path.motion.time;
  }

  override get value(): Float64Array {
    return (this.values ??= Float64Array.from(this.time, (_, k) =>
      this.path.places[3 * k + this.axis]));
  }
}

function tracesOf(motion: Motion, name: string, what: string, point: Point): Trace[] {
  const path = new Path(motion, point);
  return ['x', 'y', 'z'].map((axis, k) =>
    new Trace(`${name}.${axis}`, `${name} ${axis} (${what})`, path, k));
}

function ofModel(model: Model, motion: Motion): Trace[] {
  return [
    ...model.sites.flatMap(({ name, body, frame }) =>
      tracesOf(motion, name, 'site', { body, frame })),
    ...model.bodies.flatMap(({ name }, body) =>
      tracesOf(motion, name, 'origin of body', { body, frame: ORIGIN })),
  ];
}

/** The contact force between two bodies: the magnitude of the sum over their contacts. */
class ContactForce extends Quantity {
  private values?: Float64Array;

  constructor(name: string, label: string, private readonly contacts: Contacts,
    private readonly between: readonly [number, number]) {
    super({ name, label, group: 'contact', unit: 'N' });
  }

  override get time(): Float64Array {
    return this.contacts.time;
  }

  override get value(): Float64Array {
    return (this.values ??= Float64Array.from(this.time, (_, frame) => this.sum(frame)));
  }

  private sum(frame: number): number {
    const { bodies: [a, b], normal, friction } = this.contacts;
    const { from, to } = this.contacts.of(frame), [first, second] = this.between;
    const sum = [0, 0, 0];
    for (let k = from; k < to; k++) {
      if (a[k] === first && b[k] === second) {
        sum.forEach((_, c) => (sum[c] += normal[c][k] + friction[c][k]));
      }
    }
    return Math.hypot(...sum);
  }
}

/** The contact forces of all pairs of bodies that touch at some time. */
function contactForces(model: Model, contacts: Contacts): ContactForce[] {
  const pairs = new Map<string, [number, number]>();
  const [a, b] = contacts.bodies;
  a.forEach((_, k) => {
    pairs.set(`${a[k]} ${b[k]}`, [a[k], b[k]]);
  });
  const name = (body: number): string => model.bodies[body]?.name ?? 'world';
  return [...pairs.values()].sort(([a, b], [c, d]) => a - c || b - d).map(([first, second]) =>
    new ContactForce(`${name(first)}-${name(second)}.force`,
      `contact force between ${name(first)} and ${name(second)}`, contacts, [first, second]));
}

const known = new WeakMap<LoadedRun, Quantity[]>();

/** All quantities of a run: the recorded ones, then those derived from the film. */
export function quantitiesOf(run: LoadedRun): Quantity[] {
  const before = known.get(run);
  if (before !== undefined) {
    return before;
  }
  const recorded = new Set(run.curves.map(({ name }) => name));
  const traces = run.model !== null && run.motion !== null ? ofModel(run.model, run.motion) : [];
  const forces = run.model !== null && run.contacts !== null
    ? contactForces(run.model, run.contacts) : [];
  const all = [...run.curves, ...[...traces, ...forces].filter(({ name }) => !recorded.has(name))];
  known.set(run, all);
  return all;
}
