// SPDX-License-Identifier: Apache-2.0
//
// The size of a mechanism and the box of its motion, from its points (centres of mass, anchors,
// sites) and the boxes of its geoms at some frames of the film. Terrain that is much larger than
// the motion counts as scenery, as planes do: bodies on it would be specks.

import type { Motion } from '../data/film';
import type { Frame, Model, Vec3 } from '../data/page';
import { SHOWN_GROUPS, drawable } from './geoms';
import type { Solid } from './part';
import { PLACEMENT, Placements, chain, place } from './placements';
import { SHAPES, type Bounds } from './shapes';

export interface Extent {
  low: [number, number, number]; // the box of all motion [m]
  high: [number, number, number];
  scenery: { low: Vec3; high: Vec3 } | null; // the box with terrain, where terrain doesn't count
  size: number; // largest radius of the mechanism at any time [m]
  first: { low: Vec3; high: Vec3 }; // the box at the first frame
  detail: number; // detail size: scale of marks and stand-ins; smaller where bodies are small
}

const FRAMES = 240; // evaluated at most
const SMALL = 5; // largest detail size / median radius of the bodies
const WIDE = 6; // diagonal of the box with terrain / without, from which terrain is scenery

/** A box fixed to `body`, which counts for the size of body `of`. */
interface Box extends Bounds {
  of: number;
  body: number;
  frame: Frame;
  terrain?: boolean;
}

const POINT: Bounds = { middle: [0, 0, 0], half: [0, 0, 0] };

/** The points and boxes that define the extent. */
function boxes(model: Model, solids: readonly Solid[]): Box[] {
  const dot = (body: number, [x, y, z]: Vec3, of = body): Box =>
    ({ of, body, frame: [x, y, z, 1, 0, 0, 0], ...POINT });
  const atBothEnds = (parent: number, child: number, anchor: Vec3): Box[] =>
    [dot(child, anchor), dot(child, anchor, parent)];
  const shaped = drawable(model).filter(({ type, group }) =>
    type !== 'plane' && group < SHOWN_GROUPS);
  return [
    ...model.bodies.map(({ com }, body) => dot(body, com)),
    ...model.joints.flatMap(({ parent, child, anchor }) => atBothEnds(parent, child, anchor)),
    ...model.loops.flatMap(({ parent, child, anchor }) =>
      (anchor ? atBothEnds(parent, child, anchor) : [])),
    ...model.sites.map(({ body, frame }) => ({ of: -1, body, frame, ...POINT })),
    ...shaped.map(({ type, body, frame, size, mesh }) => ({
      of: body, body, frame, terrain: type === 'hfield', ...SHAPES[type].box(size, mesh, solids),
    })),
  ];
}

/** Extend the extent by boxes at their present places; returns the radius of their common box. */
function widen(extent: Extent, all: readonly Box[], at: Placements): number {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  const local = new Float64Array(PLACEMENT), p = new Float64Array(PLACEMENT);
  for (const { body, frame, middle, half } of all) {
    place(local, 0, frame, 0);
    chain(p, 0, at.numbers, at.at(body), local, 0);
    for (let c = 0; c < 3; c++) {
      const reach = Math.abs(p[3 * c]) * half[0] + Math.abs(p[3 * c + 1]) * half[1]
        + Math.abs(p[3 * c + 2]) * half[2];
      const centre = p[9 + c] + p[3 * c] * middle[0] + p[3 * c + 1] * middle[1]
        + p[3 * c + 2] * middle[2];
      low[c] = Math.min(low[c], centre - reach);
      high[c] = Math.max(high[c], centre + reach);
    }
  }
  for (let c = 0; c < 3; c++) {
    extent.low[c] = Math.min(extent.low[c], low[c]);
    extent.high[c] = Math.max(extent.high[c], high[c]);
  }
  return 0.5 * Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

const emptyExtent = (): Extent => ({
  low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity], scenery: null,
  size: 0, detail: 0, first: { low: [0, 0, 0], high: [0, 0, 0] },
});

/** The median radius of the bodies. */
function medianRadius(all: readonly Box[], at: Placements): number {
  const heaps = new Map<number, Box[]>();
  for (const box of all.filter(({ of }) => of >= 0)) {
    heaps.set(box.of, [...heaps.get(box.of) ?? [], box]);
  }
  const radii = [...heaps.values()].map((heap) => widen(emptyExtent(), heap, at));
  const some = radii.filter((radius) => radius > 0).sort((a, b) => a - b);
  return some.length > 0 ? some[some.length >> 1] : Infinity;
}

/** The diagonal of a box. */
export function diagonal({ low, high }: { low: Readonly<Vec3>; high: Readonly<Vec3> }): number {
  return Math.hypot(...low.map((l, c) => high[c] - l));
}

/** The extent of a motion. */
export function extentOf(model: Model, motion: Motion, solids: readonly Solid[]): Extent {
  const all = boxes(model, solids), whole = extentOfBoxes(all, model, motion);
  const others = all.filter(({ terrain }) => !terrain);
  if (others.length === all.length || others.length === 0) {
    return whole;
  }
  const bare = extentOfBoxes(others, model, motion), { low, high } = whole;
  return diagonal(whole) > WIDE * diagonal(bare) ? { ...bare, scenery: { low, high } } : whole;
}

function extentOfBoxes(all: readonly Box[], model: Model, motion: Motion): Extent {
  const at = new Placements(model.bodies.length);
  const { time } = motion, frames = Math.min(time.length, FRAMES);
  const extent = emptyExtent();
  for (let k = 0; k < frames && all.length > 0; k++) {
    at.take(motion.at(time[Math.round(k * (time.length - 1) / Math.max(frames - 1, 1))]));
    extent.size = Math.max(extent.size, widen(extent, all, at));
    if (k === 0) {
      extent.detail = medianRadius(all, at);
      extent.first = { low: [...extent.low], high: [...extent.high] };
    }
  }
  extent.detail = Math.min(extent.size, SMALL * extent.detail);
  return extent.size > 0 ? extent : unitBox(extent);
}

/** The unit box about a mechanism of size zero. */
function unitBox({ low, high }: Extent): Extent {
  const [x, y, z] = low.map((l, c) => (Number.isFinite(l) ? (l + high[c]) / 2 : 0));
  const box = (): { low: Vec3; high: Vec3 } =>
    ({ low: [x - 0.5, y - 0.5, z - 0.5], high: [x + 0.5, y + 0.5, z + 0.5] });
  return { ...box(), scenery: null, first: box(), size: 0.5, detail: 0.5 };
}

/** The box of several boxes. */
function around(boxes: readonly { low: Readonly<Vec3>; high: Readonly<Vec3> }[]):
  { low: Vec3; high: Vec3 } {
  const pick = (choose: (...of: number[]) => number, of: Readonly<Vec3>[]): Vec3 =>
    [0, 1, 2].map((c) => choose(...of.map((corner) => corner[c]))) as Vec3;
  return { low: pick(Math.min, boxes.map((b) => b.low)),
    high: pick(Math.max, boxes.map((b) => b.high)) };
}

/** The extent of several motions. */
export function union(extents: readonly Extent[]): Extent {
  const sceneries = extents.flatMap(({ scenery }) => (scenery ? [scenery] : []));
  return {
    ...around(extents),
    scenery: sceneries.length > 0 ? around(sceneries) : null,
    size: Math.max(...extents.map((e) => e.size)),
    detail: Math.max(...extents.map((e) => e.detail)),
    first: around(extents.map((e) => e.first)),
  };
}
