// SPDX-License-Identifier: Apache-2.0
//
// How large a mechanism is, and where it goes: from points of it (centres of mass, anchors, geoms
// with their reach) at some pictures of the film.

import type { Motion } from '../data/film';
import type { Model } from '../data/page';
import { move, Placements } from './placements';
import type { Solid } from './part';
import { SHAPES } from './shapes';

export interface Extent {
  low: [number, number, number]; // the box of all motion [m]
  high: [number, number, number];
  size: number; // largest radius of the mechanism at any time [m]
}

const PICTURES = 240; // looked at

interface Ball {
  body: number;
  point: ArrayLike<number>;
  reach: number;
}

/** What of a mechanism its extent is taken from. */
function balls(model: Model, solids: readonly Solid[]): Ball[] {
  const anchored = model.loops.flatMap(({ child, anchor }) =>
    anchor ? [{ body: child, point: anchor, reach: 0 }] : []);
  return [
    ...model.bodies.map(({ com }, body) => ({ body, point: com, reach: 0 })),
    ...model.joints.map(({ child, anchor }) => ({ body: child, point: anchor, reach: 0 })),
    ...anchored,
    ...model.sites.map(({ body, frame }) => ({ body, point: frame, reach: 0 })),
    ...model.geoms.flatMap(({ type, body, frame, size, mesh, group }) => {
      const shape = SHAPES[type];
      return !shape || type === 'plane' || group > 2 ? []
        : [{ body, point: frame, reach: shape.reach(size, mesh, solids) }];
    }),
  ];
}

/** Widen the box by the balls where they stand; returns the radius of what stands there now. */
function widen(extent: Extent, all: readonly Ball[], at: Placements): number {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  const p = [0, 0, 0];
  for (const { body, point, reach } of all) {
    move(p, at.numbers, at.at(body), point);
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c], p[c] - reach);
      high[c] = Math.max(high[c], p[c] + reach);
    }
  }
  for (let c = 0; c < 3; c++) {
    extent.low[c] = Math.min(extent.low[c], low[c]);
    extent.high[c] = Math.max(extent.high[c], high[c]);
  }
  return 0.5 * Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

/** The extent of a motion. */
export function extentOf(model: Model, motion: Motion, solids: readonly Solid[]): Extent {
  const all = balls(model, solids), at = new Placements(model.bodies.length);
  const { time } = motion, pictures = Math.min(time.length, PICTURES);
  const extent: Extent = {
    low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity], size: 0,
  };
  for (let k = 0; k < pictures && all.length > 0; k++) {
    at.take(motion.at(time[Math.round(k * (time.length - 1) / Math.max(pictures - 1, 1))]));
    extent.size = Math.max(extent.size, widen(extent, all, at));
  }
  return extent.size > 0 ? extent : around(extent);
}

/** A box with room in it, where nothing has a size. */
function around({ low, high }: Extent): Extent {
  const middle = low.map((l, c) => (Number.isFinite(l) ? (l + high[c]) / 2 : 0));
  const [x, y, z] = middle;
  return { low: [x - 0.5, y - 0.5, z - 0.5], high: [x + 0.5, y + 0.5, z + 0.5], size: 0.5 };
}

/** The box of several motions. */
export function union(extents: readonly Extent[]): Extent {
  const pick = (choose: (...of: number[]) => number, of: (e: Extent) => number[]) =>
    [0, 1, 2].map((c) => choose(...extents.map((e) => of(e)[c]))) as [number, number, number];
  return {
    low: pick(Math.min, (e) => e.low),
    high: pick(Math.max, (e) => e.high),
    size: Math.max(...extents.map((e) => e.size)),
  };
}
