// SPDX-License-Identifier: Apache-2.0
//
// What the rest of the page asks of the picture.

import type { Vec3 } from '../data/page';

/** What can be shown or hidden. */
export type Layer =
  | 'geoms'
  | 'bones' // capsules between joints, where a body has no geometry or all is to be seen
  | 'axes' // of joints
  | 'loops' // what closes them
  | 'springs'
  | 'sites'
  | 'trails'
  | 'contacts' // forces where bodies touch
  | 'masses' // centres of mass
  | 'ground'
  | 'shadows';

export type Theme = 'dark' | 'light';

/** What is under the mouse, and where that is. */
export interface Under {
  body: number;
  x: number;
  y: number;
}

/** The picture of all runs that have a film; the first is solid, further ones are tinted. */
export interface Stage {
  /** Pose everything at a time [s] and draw. */
  draw(time: number): void;
  /** The canvas has a new size, or the screen a new density. */
  resize(): void;
  /** Show or hide a layer. */
  show(layer: Layer, visible: boolean): void;
  shows(layer: Layer): boolean;
  /** Show or hide the geoms of a group, 0 to 5. */
  showGroup(group: number, visible: boolean): void;
  showsGroup(group: number): boolean;
  /** Which sites leave trails, by number. */
  trail(sites: readonly number[]): void;
  /** Keep the camera on a body of the first run; null: leave it where it is. */
  follow(body: number | null): void;
  /** Mark a body of the first run; null: none. */
  select(body: number | null): void;
  /** Hears which body the user picked in the picture (double click), or null; and which one is
   * followed, now and when the user wants another (Ctrl + right double click) or home does. */
  onSelect(listener: (body: number | null) => void): void;
  onFollow(listener: (body: number | null) => void): void;
  /** Hears which body is under the mouse, -1 the world, at which pixels of the canvas; or null. */
  onHover(listener: (under: Under | null) => void): void;
  /** Hears from where it is looked: directions of the axes x, y, z on the picture, 1 long where
   * they lie in it, [right, up, towards the eye] each. */
  onTurn(listener: (axes: readonly Vec3[]) => void): void;
  /** Force that an arrow of 1 m stands for [N]; null: nothing touches. */
  readonly force: number | null;
  /** From one line of the ground to the next [m]. */
  readonly cell: number;
  /** The picture as it is, in a file. */
  image(): Promise<Blob>;
  /** Look at all of the motion from the default direction; where the mechanism is small in it, look
   * at it and follow it. */
  home(): void;
  /** Go to the next of the fixed views (front, side, top, home) or, with -1, the one before. */
  view(step: 1 | -1): void;
  theme(theme: Theme): void;
  /** Milliseconds of script that the last picture took, and pictures of the last second. */
  cost(): { script: number; rate: number };
  dispose(): void;
}
