// SPDX-License-Identifier: Apache-2.0
//
// Geoms as parts: those of groups 0, 1 and 2 are seen at first, but where a body has geoms of group
// 2, the usual one of those for the eye, those of group 0 are covered.

import type { Geom, Model } from '../data/page';
import { geomColour } from './colours';
import { part, type Cast, type Part } from './part';
import { SHAPES } from './shapes';

const EYE_GROUP = 2; // of geoms that are there to be looked at
export const SHOWN_GROUPS = 3; // 0, 1, 2 at first

/** A horizontal plane that is fixed to the world is drawn as the ground. */
export function isGround(geom: Geom): boolean {
  const [, , , w, x, y, z] = geom.frame;
  const upright = (w * w + z * z - x * x - y * y) / (w * w + x * x + y * y + z * z);
  return geom.type === 'plane' && geom.body < 0 && upright > 1 - 1e-9;
}

/** The bodies that have something to show at first. */
export function clothed(model: Model): Set<number> {
  return new Set(model.geoms.filter((g) => g.group < SHOWN_GROUPS).map((g) => g.body));
}

export function geoms({ model, meshes }: Cast): Part[] {
  const dressed = new Set(model.geoms.filter((g) => g.group === EYE_GROUP).map((g) => g.body));
  return model.geoms.flatMap((geom) => {
    const shape = SHAPES[geom.type];
    if (!shape || isGround(geom) || geom.rgba[3] <= 0) {
      return [];
    }
    return part(
      'geoms', geom.body, shape.form(geom.size, geom.mesh, meshes), shape.scale(geom.size),
      geomColour(geom.rgba, geom.body),
      {
        frame: geom.frame, alpha: geom.rgba[3], group: geom.group,
        covered: geom.group === 0 && dressed.has(geom.body),
      });
  });
}
