// SPDX-License-Identifier: Apache-2.0
//
// Where a picture begins: what it needs to know of each run, and the stage made of it.

import type { Frame, Model } from '../data/page';
import type { Stage, Theme } from './stage';

/** A film with its numbers unpacked: list `k` of an array begins at `k * time.length`. */
export interface Motion {
  time: ArrayLike<number>;
  bodies: readonly number[];
  rest: readonly Frame[];
  position: ArrayLike<number>; // 3 lists per body of `bodies`
  orientation: ArrayLike<number>; // 4 lists per body of `bodies`: w, x, y, z
}

/** The corners and faces of a mesh, unpacked: three lists each. */
export interface Solid {
  vertices: ArrayLike<number>;
  faces: ArrayLike<number>;
}

/** A run that has a film. */
export interface Actor {
  model: Model;
  film: Motion;
  meshes: readonly Solid[]; // as in `model.meshes`
}

/** Make the picture of the runs that have a film, at least one; the canvas is sized by its style.
 * Nothing is drawn before the first `draw`. Throws where there is no WebGL. */
export declare function createStage(
  canvas: HTMLCanvasElement,
  actors: readonly Actor[],
  theme: Theme,
): Stage;
