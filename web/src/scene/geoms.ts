// SPDX-License-Identifier: Apache-2.0
//
// Geoms as parts. Groups 0, 1 and 2 are shown at first. Group 2 usually holds visual geoms: they
// cover the geoms of group 0 of their body.

import type { Geom, Model } from '../data/page';
import { geomColour } from './colours';
import { part, type Mechanism, type Part } from './part';
import { SHAPES } from './shapes';

const VISUAL_GROUP = 2;
export const SHOWN_GROUPS = 3; // at first: 0, 1, 2

/** Whether a geom is a horizontal plane of the world, which is drawn as the ground. */
export function isGround(geom: Geom): boolean {
  const [, , , w, x, y, z] = geom.frame;
  const upright = (w * w + z * z - x * x - y * y) / (w * w + x * x + y * y + z * z);
  return geom.type === 'plane' && geom.body < 0 && upright > 1 - 1e-9;
}

/** The geoms that can be drawn: meshes of missing files have no vertices. */
export function drawable({ geoms, meshes }: Model): Geom[] {
  return geoms.filter(({ type, mesh }) =>
    SHAPES[type] && (!SHAPES[type].meshed || (meshes[mesh]?.vertices.count ?? 0) > 0));
}

/** The body that a body is merged into; the body itself if it is not merged or is fixed to the
 * world. -1 is the world. */
export function mergedInto({ bodies }: Model, body: number): number {
  const into = bodies[body]?.merged_into ?? -1;
  return into < 0 ? body : into;
}

/** The bodies, after merging, with geoms that are shown at first. */
export function bodiesShown(model: Model): Set<number> {
  return new Set(drawable(model).filter((g) => g.group < SHOWN_GROUPS)
    .map((g) => mergedInto(model, g.body)));
}

/** The bodies with visual geoms. */
export function bodiesWithVisuals(geoms: readonly Geom[]): Set<number> {
  return new Set(geoms.filter((g) => g.group === VISUAL_GROUP).map((g) => g.body));
}

export function geoms({ model, meshes }: Mechanism): Part[] {
  const all = drawable(model), covering = bodiesWithVisuals(all);
  return all.filter((geom) => !isGround(geom) && geom.rgba[3] > 0).map((geom) => {
    const shape = SHAPES[geom.type];
    return part(
      'geoms', geom.body, shape.form(geom.size, geom.mesh, meshes), shape.scale(geom.size),
      geomColour(geom.rgba, geom.body),
      {
        frame: geom.frame, alpha: geom.rgba[3], group: geom.group,
        covered: geom.group === 0 && covering.has(geom.body),
      });
  });
}
