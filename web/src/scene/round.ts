// SPDX-License-Identifier: Apache-2.0
//
// Round forms, with the fewest segments that look like a circle at the size on the screen. Without
// a graphics card, triangles are most of the cost of a frame.

import { CapsuleGeometry, CylinderGeometry, SphereGeometry } from 'three';
import type { Form } from './part';

/** Numbers of segments of circles; multiples of four, so that their bounding boxes are exact. */
export const PIECES: readonly number[] = [8, 16, 28, 44];

const OFF = 0.3; // pixels; largest distance between a segment and the circle

/** The number of segments for a circle of a radius in pixels. */
export function pieces(radius: number): number {
  const missed = (count: number): number => radius * (1 - Math.cos(Math.PI / count));
  return PIECES.find((count) => missed(count) < OFF) ?? PIECES[PIECES.length - 1];
}

/** Segments of the cross-section of a thin tube, from those of its circle. */
export const thin = (around: number): number => Math.max(Math.round(around / 3), 5);

export const BALL: Form = {
  key: 'ball', round: true,
  make: (around) => new SphereGeometry(1, around, around / 2).rotateX(Math.PI / 2),
};

export const CYLINDER: Form = {
  key: 'cylinder', round: true,
  make: (around) => new CylinderGeometry(1, 1, 2, around).rotateX(Math.PI / 2),
};

/** A capsule of radius 1: scaling can't change its ratio of half length to radius. */
export function capsule(slenderness: number): Form {
  const half = Number(slenderness.toPrecision(4));
  return {
    key: `capsule ${half}`, round: true,
    make: (around) =>
      new CapsuleGeometry(1, 2 * half, around / 4, around).rotateX(Math.PI / 2),
  };
}
