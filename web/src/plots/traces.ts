// SPDX-License-Identifier: Apache-2.0
//
// Quantities that are not recorded as such but follow from the film: where bodies and sites go.

import type { LoadedRun } from '../data/decode';
import type { Motion } from '../data/film';
import type { Frame, Model } from '../data/page';
import { Quantity } from '../data/series';

const ORIGIN: Frame = [0, 0, 0, 1, 0, 0, 0];

interface Point {
  body: number;
  frame: Frame;
}

/** The way of a point, found when it is first asked for and kept for its three coordinates. */
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

const known = new WeakMap<LoadedRun, Quantity[]>();

/** All that can be plotted of a run: what was recorded, then what follows from the film. */
export function quantitiesOf(run: LoadedRun): Quantity[] {
  const before = known.get(run);
  if (before !== undefined) {
    return before;
  }
  const recorded = new Set(run.curves.map(({ name }) => name));
  const traces = run.model !== null && run.motion !== null ? ofModel(run.model, run.motion) : [];
  const all = [...run.curves, ...traces.filter(({ name }) => !recorded.has(name))];
  known.set(run, all);
  return all;
}
