// SPDX-License-Identifier: Apache-2.0
//
// Contact forces: at each contact point a dot, an arrow for the normal force and one for friction.

import { Color } from 'three';
import type { Contacts } from '../data/contacts';
import { MARKS } from './colours';
import type { Mechanism } from './part';
import { Strokes, type StrokeSizes } from './strokes';

const WEIGHT = 0.5; // length of an arrow for the total weight / detail size
const LONGEST = 1.5; // largest length of an arrow / detail size
const WIDE = 0.008; // radius of a shaft / detail size
const DOT = 1.8; // radius of a dot / radius of a shaft
const ORDER = 3; // of drawing

/** The force of an arrow of 1 m [N]: the arrow of the total weight has a fixed length; without
 * gravity, the arrow of the largest force has that length. */
export function forceScale(mass: number, gravity: number, largest: number, size: number): number {
  const weight = mass * gravity > 0 ? mass * gravity : largest;
  return weight > 0 && size > 0 ? weight / (WEIGHT * size) : 1;
}

function largestOf(lists: readonly Float64Array[]): number {
  const [x, y, z] = lists;
  let most = 0;
  for (let k = 0; k < x.length; k++) {
    most = Math.max(most, Math.hypot(x[k], y[k], z[k]));
  }
  return most;
}

/** Sizes of the strokes for contacts. */
export function strokeSizes(contacts: Contacts, { model, extent }: Mechanism): StrokeSizes {
  const { detail } = extent, gravity = Math.hypot(...model.gravity);
  const scale = forceScale(model.mass, gravity, largestOf(contacts.normal), detail);
  return { scale, wide: WIDE * detail, longest: LONGEST * detail };
}

export class Arrows {
  private readonly strokes: Strokes;
  private readonly push = new Color(MARKS.push);
  private readonly friction = new Color(MARKS.friction);

  constructor(private readonly contacts: Contacts, readonly sizes: StrokeSizes) {
    const { most } = contacts;
    this.strokes = new Strokes(sizes, { dots: most, lines: 0, arrows: 2 * most }, ORDER);
  }

  get root(): Strokes['root'] {
    return this.strokes.root;
  }

  pose(time: number): void {
    const { contacts: { point: [x, y, z], normal, friction }, strokes } = this;
    const { from, to } = this.contacts.at(time);
    strokes.begin();
    for (let k = from; k < to; k++) {
      strokes.dot(x[k], y[k], z[k], DOT, this.push);
      for (const [force, colour] of [[normal, this.push], [friction, this.friction]] as const) {
        strokes.arrow(x[k], y[k], z[k], force[0][k], force[1][k], force[2][k], 1, colour);
      }
    }
    strokes.finish();
  }

  dispose(): void {
    this.strokes.dispose();
  }
}
