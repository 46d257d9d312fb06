// SPDX-License-Identifier: Apache-2.0
//
// Poses of all bodies at any time. Between two frames of the film, positions are interpolated
// linearly and orientations along the shorter rotation.

import { Unreadable, type Arrays } from './arrays';
import { FRAME, carry, compose, type Numbers, type Target } from './frames';
import type { Film, Frame, Model } from './page';
import { between, type Between } from './search';

const WORLD: Frame = [0, 0, 0, 1, 0, 0, 0];

/** The motion of a run. Its arrays are unpacked at their first use. */
export class Motion {
  private tracks?: Tracks;
  private poses: Float64Array;

  constructor(private readonly film: Film, private readonly model: Model,
    private readonly arrays: Arrays) {
    this.poses = new Float64Array(FRAME * model.bodies.length);
  }

  /** Times of the frames, ascending [s]. */
  get time(): Float64Array {
    return this.unpacked.time;
  }

  get start(): number {
    return this.time[0];
  }

  get end(): number {
    return this.time[this.time.length - 1];
  }

  /** World frames of all bodies at a time, one after the other. The array is reused by the next
   * call. */
  at(time: number): Float64Array {
    const { film, model, poses } = this;
    const tracks = this.unpacked;
    const when = between(tracks.time, time);
    for (let body = 0; body < model.bodies.length; body++) {
      poses.set(film.rest[body], FRAME * body);
    }
    film.bodies.forEach((body, number) => tracks.pose(poses, FRAME * body, number, when));
    for (const { body, into, frame } of tracks.carried) {
      compose(poses, FRAME * body, poses, FRAME * into, frame, 0);
    }
    return poses;
  }

  /** The paths of points fixed to bodies: for each point, x y z at every frame. */
  paths(points: readonly { body: number; frame: Frame }[]): Float32Array[] {
    const { time } = this;
    const paths = points.map(() => new Float32Array(3 * time.length));
    for (let k = 0; k < time.length; k++) {
      const poses = this.at(time[k]);
      points.forEach(({ body, frame }, n) => {
        const [at, place]: [Numbers, number] = body < 0 ? [WORLD, 0] : [poses, FRAME * body];
        carry(paths[n], 3 * k, at, place, frame[0], frame[1], frame[2]);
      });
    }
    return paths;
  }

  private get unpacked(): Tracks {
    return (this.tracks ??= new Tracks(this.film, this.model, this.arrays));
  }
}

/** A body that is merged into one that moves. */
interface Carried {
  body: number;
  into: number;
  frame: Frame;
}

/** The unpacked arrays of the film. */
class Tracks {
  readonly time: Float64Array;
  readonly carried: Carried[];
  private readonly position: Float64Array[];
  private readonly orientation: Float64Array[];

  constructor(film: Film, model: Model, arrays: Arrays) {
    this.time = arrays.list(film.time);
    this.position = arrays.unpack(film.position);
    this.orientation = arrays.unpack(film.orientation);
    const frames = this.time.length;
    const moving = film.bodies.length;
    if (frames === 0 || film.rest.length !== model.bodies.length
      || this.position.length !== 3 * moving || this.orientation.length !== 4 * moving
      || film.position.count !== frames || film.orientation.count !== frames) {
      throw new Unreadable('The frames of the film are damaged.');
    }
    const moves = new Set(film.bodies);
    this.carried = model.bodies
      .map(({ merged_into: into, frame_in_merged: frame }, body) => ({ body, into, frame }))
      .filter(({ body, into }) => into >= 0 && into !== body && moves.has(into));
  }

  /** World frame of the body with this index in the film. */
  pose(out: Target, o: number, number: number, when: Between): void {
    const { before, after, part } = when;
    for (let k = 0; k < 3; k++) {
      const track = this.position[3 * number + k];
      out[o + k] = track[before] * (1 - part) + track[after] * part;
    }
    this.turn(out, o + 3, 4 * number, when);
  }

  /** The orientation of the tracks from `first` on, interpolated along the shorter rotation. */
  private turn(out: Target, o: number, first: number, { before, after, part }: Between): void {
    const tracks = this.orientation;
    let cosine = 0;
    for (let k = 0; k < 4; k++) {
      cosine += tracks[first + k][before] * tracks[first + k][after];
    }
    const toward = cosine < 0 ? -part : part;
    let square = 0;
    for (let k = 0; k < 4; k++) {
      const track = tracks[first + k];
      const number = track[before] * (1 - part) + track[after] * toward;
      out[o + k] = number;
      square += number * number;
    }
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let k = 0; k < 4; k++) {
      out[o + k] *= scale;
    }
  }
}
