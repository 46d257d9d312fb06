// SPDX-License-Identifier: Apache-2.0
//
// The interface of the picture to the rest of the page.

import type { Vec3 } from '../data/page';

/** Layers that can be shown or hidden. */
export type Layer =
  | 'geoms'
  | 'bones' // capsules between joints
  | 'axes' // joint axes
  | 'loops' // loop closures
  | 'springs'
  | 'sites'
  | 'trails'
  | 'contacts' // contact forces
  | 'patches' // contact patches
  | 'masses' // centres of mass
  | 'ground'
  | 'shadows';

export type Theme = 'dark' | 'light';

/** The body under the mouse and its pixel on the canvas. */
export interface Under {
  body: number;
  x: number;
  y: number;
}

/** The picture of all runs that have a film; the first is opaque, others are translucent. */
export interface Stage {
  /** Pose everything at a time [s] and draw. */
  draw(time: number): void;
  /** The canvas has a new size, or the screen a new pixel ratio. */
  resize(): void;
  /** Show or hide a layer. */
  show(layer: Layer, visible: boolean): void;
  shows(layer: Layer): boolean;
  /** Show or hide the geoms of a group, 0 to 5. */
  showGroup(group: number, visible: boolean): void;
  showsGroup(group: number): boolean;
  /** Choose the sites with trails, by index. */
  trail(sites: readonly number[]): void;
  /** Move the camera with a body of the first run; null: with none. */
  follow(body: number | null): void;
  /** Highlight a body of the first run; null: none. */
  select(body: number | null): void;
  /** Listen to selections in the picture (double click); null: nothing is selected. */
  onSelect(listener: (body: number | null) => void): void;
  /** Listen to the followed body: called now, and when a gesture (Ctrl + right double click) or the
   * home view changes it. */
  onFollow(listener: (body: number | null) => void): void;
  /** Listen to the body under the resting mouse, -1 the world; null: none. */
  onHover(listener: (under: Under | null) => void): void;
  /** Listen to the viewing direction: the unit axes x, y, z in camera coordinates [right, up,
   * towards the camera]. */
  onTurn(listener: (axes: readonly Vec3[]) => void): void;
  /** Force of an arrow of 1 m [N], of a contact or a patch; null: no contacts. */
  readonly force: number | null;
  /** Grid spacing of the ground [m]. */
  readonly cell: number;
  /** The present picture as a PNG file. */
  image(): Promise<Blob>;
  /** Show the whole motion from the default direction; a mechanism that is small compared with its
   * motion is followed instead. */
  home(): void;
  /** Go to the next fixed view (front, side, top, home) or, with -1, to the previous one. */
  view(step: 1 | -1): void;
  theme(theme: Theme): void;
  /** Script time of the last frame [ms], and number of frames in the last second. */
  cost(): { script: number; rate: number };
  dispose(): void;
}
