// SPDX-License-Identifier: Apache-2.0
//
// Control of the camera: the home view, the fixed views, a followed body, and gestures.

import { MathUtils, PerspectiveCamera, Vector3 } from 'three';
import { Signal } from '../core/signal';
import { prefers } from '../core/preferences';
import type { Vec3 } from '../data/page';
import {
  Eye, FIELD, VIEWS, basis, defaultDirection, framing, nearer, shifted, turned, type Orbit,
} from './camera';
import { diagonal, type Extent } from './extent';
import type { Mechanism } from './part';
import { move, type Placements } from './placements';

/** The home view follows a mechanism whose motion is larger than this many of its diameters. */
const WANDERS = 2.5;

export class CameraControl {
  readonly camera = new PerspectiveCamera(MathUtils.radToDeg(FIELD));
  /** Sent when a gesture or the home view changes the followed body. */
  readonly follows = new Signal<number | null>();
  /** The diagonal of the box of all motion and terrain [m]. */
  readonly reach: number;
  private readonly turns = new Signal<readonly Vec3[]>();
  private notified: Orbit | null = null; // the view at the last notification
  private readonly eye: Eye;
  private readonly leader: number | null; // the body that the home view follows
  private readonly leaderStart = new Vector3(); // its position at the start
  private followed: number | null;
  private readonly here = new Vector3(); // position of the followed body
  private untouched = true; // no gesture has moved the camera yet
  private number = VIEWS.length; // index of the view; here home
  private readonly still = prefers('reducedMotion'); // move at once
  private readonly way = new Vector3();
  private readonly point = [0, 0, 0];

  constructor(
    private readonly extent: Extent, private readonly mechanism: Mechanism,
    private readonly at: Placements, private readonly changed: () => void,
  ) {
    this.reach = diagonal(extent.scenery ?? extent);
    this.leader = this.followed = this.leading();
    if (this.leader !== null) {
      this.leaderStart.copy(this.centre(this.leader, this.here));
    }
    this.eye = new Eye(this.homeOrbit());
  }

  get following(): number | null {
    return this.followed;
  }

  get target(): Readonly<Vector3> {
    return this.eye.now.target;
  }

  /** Adapt to the aspect ratio of the picture, width / height. */
  fit(aspect: number): void {
    this.camera.aspect = aspect;
    if (this.untouched) {
      this.eye.set(this.homeOrbit());
    }
  }

  // ---- while a frame is drawn

  /** Move with the followed body. */
  goAlong(): void {
    if (this.followed !== null) {
      const before = this.way.copy(this.here);
      this.eye.carry(before.negate().add(this.centre(this.followed, this.here)));
    }
  }

  /** Approach the wanted view for a time [s]; whether it is still ahead. */
  advance(seconds: number): boolean {
    return this.eye.advance(this.still ? Infinity : seconds);
  }

  aim(): void {
    this.eye.aim(this.camera, this.reach);
  }

  /** Send the directions of the axes if the viewing direction has changed. */
  notify(): void {
    const { now } = this.eye;
    if (this.notified?.azimuth === now.azimuth && this.notified.elevation === now.elevation) {
      return;
    }
    this.notified = { ...now };
    const { right, up, forward } = basis(now);
    this.turns.send((['x', 'y', 'z'] as const).map((c): Vec3 => [right[c], up[c], -forward[c]]));
  }

  /** Call a listener with the directions of the axes, at the next frame and at every change. */
  onTurn(listener: (axes: readonly Vec3[]) => void): void {
    this.turns.on(listener);
    this.notified = null;
  }

  // ---- by gestures

  turn(dx: number, dy: number): void {
    this.set(turned(this.eye.now, dx, dy));
  }

  shift(dx: number, dy: number, flat: boolean): void {
    this.set(shifted(this.eye.now, dx, dy, flat));
  }

  zoom(factor: number, x: number, y: number): void {
    const { now } = this.eye;
    this.set(this.followed === null
      ? nearer(now, factor, x, y, this.camera.aspect) : nearer(now, factor, 0, 0, 1));
  }

  look(target: Vector3): void {
    this.untouched = false;
    this.eye.look(target);
    this.changed();
  }

  follow(body: number | null): void {
    if (body === this.followed) {
      return;
    }
    this.followed = body;
    if (body === null) {
      this.changed();
    } else {
      this.look(this.centre(body, this.here));
    }
  }

  /** Follow a body and notify listeners. */
  choose(body: number | null): void {
    this.follow(body);
    this.follows.send(body);
  }

  // ---- to fixed views

  home(): void {
    this.choose(this.leader);
    this.number = VIEWS.length;
    this.untouched = true;
    this.glide(this.homeOrbit());
  }

  /** The next fixed view, or with -1 the previous one; the home view follows the last. */
  step(step: 1 | -1): void {
    const count = VIEWS.length + 1;
    this.number = (this.number + step + count) % count;
    const fixed = VIEWS[this.number];
    if (!fixed) {
      this.home();
      return;
    }
    this.untouched = false;
    this.glide(framing(this.box(), fixed.azimuth, fixed.elevation, this.camera.aspect));
  }

  private set(orbit: Orbit): void {
    this.untouched = false;
    this.eye.set(orbit);
    this.changed();
  }

  private glide(orbit: Orbit): void {
    if (this.followed !== this.leader && this.followed !== null) {
      orbit.target.copy(this.here);
    }
    this.eye.glide(orbit);
    this.changed();
  }

  private homeOrbit(): Orbit {
    const box = this.box();
    return framing(box, ...defaultDirection(box), this.camera.aspect);
  }

  /** The body that the home view follows: the heaviest one, if the mechanism is small compared with
   * its motion; null: none. */
  private leading(): number | null {
    if (diagonal(this.extent) < WANDERS * 2 * this.extent.size) {
      return null;
    }
    const { bodies } = this.mechanism.model;
    const heaviest = bodies.reduce((best, { mass, merged_into: into }, body) =>
      (into === body && mass > (bodies[best]?.mass ?? 0) ? body : best), -1);
    return heaviest < 0 ? null : heaviest;
  }

  /** The box that a view shows: the whole motion, or, where the view follows a body, the mechanism
   * at the start moved with that body. */
  private box(): Pick<Extent, 'low' | 'high'> {
    if (this.leader === null) {
      return this.extent;
    }
    const { low, high } = this.extent.first;
    const way = this.here.clone().sub(this.leaderStart).toArray();
    const carried = (corner: Vec3): Vec3 => corner.map((x, c) => x + way[c]) as Vec3;
    return { low: carried(low), high: carried(high) };
  }

  /** World position of the centre of mass of a body. */
  private centre(body: number, out: Vector3): Vector3 {
    move(this.point, this.at.numbers, this.at.at(body), this.mechanism.model.bodies[body].com);
    return out.fromArray(this.point);
  }
}
