// SPDX-License-Identifier: Apache-2.0
//
// A part: one solid fixed to a body. Everything in the picture that moves, except springs and
// trails, is a list of parts.

import type { BufferGeometry, Color } from 'three';
import type { Frame, Model, Vec3 } from '../data/page';
import type { Extent } from './extent';
import type { Placements } from './placements';
import type { Layer } from './stage';

/** A geometry with a key: parts of equal key are drawn together. */
export interface Form {
  key: string;
  round: boolean; // has circles, whose number of segments varies
  ruled?: boolean; // has the lines of the ground's grid
  make: (around: number) => BufferGeometry; // with circles of this many segments
}

export interface Part {
  layer: Layer;
  body: number; // -1: the world
  frame: Readonly<Frame>; // in the body
  form: Form;
  scale: Readonly<Vec3>;
  colour: Color;
  alpha: number;
  group: number; // of geoms; -1: none
  covered: boolean; // hidden at first: a collision geom of a body with visual geoms
  onTop: boolean; // drawn without depth test
  facing: boolean; // its z axis points to the camera
}

/** A triangle mesh: lists of x, y, z of the vertices, and lists of the three vertices of a face. */
export interface Solid {
  vertices: readonly ArrayLike<number>[];
  faces: readonly ArrayLike<number>[];
}

/** A run at its first frame, from which the parts are made. */
export interface Mechanism {
  model: Model;
  meshes: readonly Solid[];
  start: Placements;
  extent: Extent;
}

/** A part with default properties. */
export function part(
  layer: Layer, body: number, form: Form, scale: Readonly<Vec3>, colour: Color,
  rest: Partial<Part> & { frame: Readonly<Frame> },
): Part {
  return {
    layer, body, form, scale, colour, alpha: 1, group: -1, covered: false, onTop: false,
    facing: false, ...rest,
  };
}
