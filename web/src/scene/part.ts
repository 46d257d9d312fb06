// SPDX-License-Identifier: Apache-2.0
//
// A part: one solid that is fixed to a body. All that moves in the picture but coils and trails is
// a list of parts, whatever layer it belongs to.

import type { BufferGeometry, Color } from 'three';
import type { Frame, Model, Vec3 } from '../data/page';
import type { Extent } from './extent';
import type { Placements } from './placements';
import type { Layer } from './stage';

/** A form with a name: parts of the same name are drawn together. */
export interface Form {
  key: string;
  round: boolean; // made anew for other circles
  make: (around: number) => BufferGeometry; // its circles of so many straight pieces
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
  covered: boolean; // hidden at first: a shape for contacts whose body has one for the eye
  onTop: boolean; // seen through what is before it
  facing: boolean; // its z points to the eye, whatever its frame says
}

/** Corners and triangles of a mesh: lists of x, y, z and of the three corners. */
export interface Solid {
  vertices: readonly ArrayLike<number>[];
  faces: readonly ArrayLike<number>[];
}

/** What layers are made from: a run at its first picture. */
export interface Mechanism {
  model: Model;
  meshes: readonly Solid[];
  start: Placements;
  extent: Extent;
}

/** A part with what most of them have. */
export function part(
  layer: Layer, body: number, form: Form, scale: Readonly<Vec3>, colour: Color,
  rest: Partial<Part> & { frame: Readonly<Frame> },
): Part {
  return {
    layer, body, form, scale, colour, alpha: 1, group: -1, covered: false, onTop: false,
    facing: false, ...rest,
  };
}
