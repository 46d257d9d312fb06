// SPDX-License-Identifier: Apache-2.0
//
// Contact points and contact forces at the frames of a film.

import { Unreadable, type Arrays } from './arrays';
import type { Film, Touches } from './page';
import { between } from './search';

/** The contacts of a frame: a range of indices. */
export interface Range {
  from: number;
  to: number; // one past the last
}

/** The contacts of a run. The second body is the one of the higher number: forces on a body that
 * touches the world act on that body. Their arrays are unpacked at their first use. */
export class Contacts {
  private lists?: Lists;

  constructor(private readonly touches: Touches, private readonly film: Film,
    private readonly arrays: Arrays) {}

  /** Contacts of the frame nearest to a time. */
  at(time: number): Range {
    const { before, after, part } = between(this.unpacked.time, time);
    return this.of(part < 0.5 ? before : after);
  }

  /** Contacts of a frame. */
  of(frame: number): Range {
    const { first } = this.unpacked;
    return { from: first[frame], to: first[frame + 1] };
  }

  /** Times of the frames [s]. */
  get time(): Float64Array {
    return this.unpacked.time;
  }

  /** The two bodies of each contact; -1 is the world. */
  get bodies(): readonly Float64Array[] {
    return this.unpacked.bodies;
  }

  /** x, y, z of the contact points [m]. */
  get point(): readonly Float64Array[] {
    return this.unpacked.point;
  }

  /** x, y, z of the normal force on the second body [N]. */
  get normal(): readonly Float64Array[] {
    return this.unpacked.normal;
  }

  /** x, y, z of the friction force on the second body [N]. */
  get friction(): readonly Float64Array[] {
    return this.unpacked.friction;
  }

  /** The largest number of contacts in a frame. */
  get most(): number {
    let most = 0;
    for (let frame = 0; frame < this.time.length; frame++) {
      const { from, to } = this.of(frame);
      most = Math.max(most, to - from);
    }
    return most;
  }

  private get unpacked(): Lists {
    return (this.lists ??= new Lists(this.touches, this.film, this.arrays));
  }
}

/** The unpacked arrays. */
class Lists {
  readonly time: Float64Array;
  readonly first: Float64Array;
  readonly bodies: Float64Array[];
  readonly point: Float64Array[];
  readonly normal: Float64Array[];
  readonly friction: Float64Array[];

  constructor(touches: Touches, film: Film, arrays: Arrays) {
    this.time = arrays.list(film.time);
    this.first = arrays.list(touches.first);
    this.bodies = arrays.unpack(touches.bodies);
    this.point = arrays.unpack(touches.point);
    this.normal = arrays.unpack(touches.normal);
    this.friction = arrays.unpack(touches.friction);
    const { point, normal, friction, bodies } = touches;
    const fits = this.first.length === this.time.length + 1 && this.bodies.length === 2
      && [this.point, this.normal, this.friction].every((tracks) => tracks.length === 3)
      && [point, normal, friction].every(({ count }) => count === bodies.count)
      && this.first.every((k, frame) => k >= (this.first[frame - 1] ?? 0) && k <= bodies.count);
    if (!fits) {
      throw new Unreadable('The contacts of the film are damaged.');
    }
    this.orient();
  }

  /** Swap the bodies of contacts whose second one has the lower number; the forces are opposite. */
  private orient(): void {
    const [a, b] = this.bodies, forces = [...this.normal, ...this.friction];
    for (let k = 0; k < a.length; k++) {
      if (a[k] > b[k]) {
        [a[k], b[k]] = [b[k], a[k]];
        for (const list of forces) {
          list[k] = -list[k];
        }
      }
    }
  }
}
