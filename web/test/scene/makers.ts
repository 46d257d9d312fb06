// SPDX-License-Identifier: Apache-2.0
//
// Short constructors of models and motions for tests of the picture.

import type { Motion } from '../../src/data/film';
import type { Body, Frame, Geom, Joint, Model } from '../../src/data/page';
import { extentOf } from '../../src/scene/extent';
import type { Mechanism } from '../../src/scene/part';
import { Placements } from '../../src/scene/placements';

const ITSELF = -9;
export const body = (over: Partial<Body> = {}): Body => ({
  name: 'b', parent: -1, merged_into: ITSELF, frame_in_merged: [0, 0, 0, 1, 0, 0, 0], mass: 1,
  com: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0], ...over,
});
export const joint = (over: Partial<Joint> = {}): Joint => ({
  name: 'j', type: 'hinge', parent: -1, child: 0, axis: [0, 1, 0], anchor: [0, 0, 0], loop: false,
  merged: false, ...over,
});
export const geom = (over: Partial<Geom> = {}): Geom => ({
  name: 'g', type: 'sphere', body: 0, frame: [0, 0, 0, 1, 0, 0, 0], size: [0.1, 0, 0],
  rgba: [1, 0, 0, 1], group: 0, mesh: -1, ...over,
});
export const model = (over: Partial<Model> = {}): Model => ({
  name: 'm', gravity: [0, 0, -9.81], mass: 1, dof: 1, freedom: null, rows: 0, redundant: null,
  warnings: [], joints: [], loops: [], geoms: [], meshes: [], sites: [], springs: [],
  actuators: [], ...over,
  bodies: (over.bodies ?? []).map((b, k) => ({
    ...b, merged_into: b.merged_into === ITSELF ? k : b.merged_into,
  })),
});
/** A motion with one film frame per list of body frames. */
export const motion = (...pictures: Frame[][]): Motion => ({
  time: Float64Array.from(pictures.keys()),
  at: (t: number) => Float64Array.from(pictures[t].flat()),
}) as unknown as Motion;
export const standing = (frames: Frame[]): Placements => {
  const at = new Placements(frames.length);
  at.take(frames.flat());
  return at;
};
export const mechanism = (of: Model, frames: Frame[]): Mechanism => ({
  model: of, meshes: [], start: standing(frames), extent: extentOf(of, motion(frames), []),
});
export const HOME: Frame = [0, 0, 0, 1, 0, 0, 0];
