// SPDX-License-Identifier: Apache-2.0
//
// Creates the stage from the runs that have a film.

import type { LoadedRun } from '../data/decode';
import { Arrows, strokeSizes } from './arrows';
import { tint } from './colours';
import { Instances } from './instances';
import { extentOf, type Extent } from './extent';
import { MAKERS } from './layers';
import type { Mechanism } from './part';
import { Patches } from './patches';
import { Picture } from './picture';
import { Placements } from './placements';
import { Springs } from './springs';
import type { Stage, Theme } from './stage';
import { Trails } from './trails';

/** A run in the picture. */
export interface SceneRun {
  mechanism: Mechanism;
  motion: NonNullable<LoadedRun['motion']>;
  at: Placements;
  instances: Instances;
  springs: Springs | null; // null here and below for runs after the first
  trails: Trails | null;
  arrows: Arrows | null; // null here and below: no contacts
  patches: Patches | null;
}

function sceneRun(run: LoadedRun, number: number): SceneRun[] {
  const { model, motion } = run;
  if (!model || !motion) {
    return [];
  }
  const meshes = model.meshes.map((mesh) => run.mesh(mesh));
  const extent: Extent = extentOf(model, motion, meshes);
  const at = new Placements(model.bodies.length);
  at.take(motion.at(motion.start));
  const mechanism: Mechanism = { model, meshes, start: at, extent };
  const first = number === 0, contacts = first ? run.contacts : null;
  const sizes = contacts ? strokeSizes(contacts, mechanism) : null;
  const parts = MAKERS.filter(({ ghost }) => first || ghost).flatMap(({ make }) => make(mechanism))
    .filter(({ body }) => first || body >= 0); // the runs share one world
  return [{
    mechanism, motion, at,
    instances: new Instances(parts, first ? null : tint(number)),
    springs: first ? new Springs(mechanism) : null,
    trails: first ? new Trails(motion, model.sites) : null,
    arrows: contacts && sizes ? new Arrows(contacts, sizes) : null,
    patches: contacts && sizes ? new Patches(contacts, sizes) : null,
  }];
}

/** Create the picture of all runs that have a film; the style sheet sizes the canvas. The first
 * such run is opaque, the others are translucent in their tint of `TINTS`. The first `draw` draws
 * the first frame. Throws if no run has a film or WebGL is missing. */
export function createStage(
  canvas: HTMLCanvasElement, runs: readonly LoadedRun[], theme: Theme,
): Stage {
  const filmed = runs.filter(({ model, motion }) => model && motion);
  const sceneRuns = filmed.flatMap((run, k) => sceneRun(run, k === 0 ? 0 : runs.indexOf(run)));
  if (sceneRuns.length === 0) {
    throw new Error('no run has a film');
  }
  return new Picture(canvas, sceneRuns, theme);
}
