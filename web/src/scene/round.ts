// SPDX-License-Identifier: Apache-2.0
//
// Round forms, and how round they have to be: made of the fewest straight pieces that nobody tells
// from a circle where it is seen. Without a graphics card triangles are most of what a picture
// costs.

import { CapsuleGeometry, CylinderGeometry, SphereGeometry } from 'three';
import type { Form } from './part';

/** Straight pieces that circles are made of; multiples of four, so that boxes of forms are full. */
export const PIECES: readonly number[] = [8, 16, 28, 44];

const OFF = 0.3; // pixels by which they may miss the circle

/** How many pieces a circle takes whose radius is so many pixels. */
export function pieces(radius: number): number {
  const missed = (count: number): number => radius * (1 - Math.cos(Math.PI / count));
  return PIECES.find((count) => missed(count) < OFF) ?? PIECES[PIECES.length - 1];
}

/** Pieces about a wire that is bent to a circle of so many. */
export const thin = (around: number): number => Math.max(Math.round(around / 3), 5);

export const BALL: Form = {
  key: 'ball', round: true,
  make: (around) => new SphereGeometry(1, around, around / 2).rotateX(Math.PI / 2),
};

export const CYLINDER: Form = {
  key: 'cylinder', round: true,
  make: (around) => new CylinderGeometry(1, 1, 2, around).rotateX(Math.PI / 2),
};

/** A capsule can't be stretched; one of radius 1 for each slenderness. */
export function capsule(slenderness: number): Form {
  const half = Number(slenderness.toPrecision(4));
  return {
    key: `capsule ${half}`, round: true,
    make: (around) =>
      new CapsuleGeometry(1, 2 * half, around / 4, around).rotateX(Math.PI / 2),
  };
}
