// SPDX-License-Identifier: Apache-2.0
//
// What the eye looks at: the mechanism at home and in the fixed views, the body it follows, where
// hands turn it.

import { MathUtils, PerspectiveCamera, Vector3 } from 'three';
import { Signal } from '../core/signal';
import { prefers } from '../core/preferences';
import type { Vec3 } from '../data/page';
import {
  Eye, FIELD, VIEWS, basis, defaultDirection, framing, nearer, shifted, turned, type Orbit,
} from './camera';
import type { Extent } from './extent';
import type { Mechanism } from './part';
import { move, type Placements } from './placements';

const WANDERS = 2.5; // by how many mechanisms a motion is wide that one goes along with

export class CameraControl {
  readonly camera = new PerspectiveCamera(MathUtils.radToDeg(FIELD));
  /** Says which body is followed when a hand or home chose it. */
  readonly follows = new Signal<number | null>();
  /** The radius of all that has to be within sight. */
  readonly reach: number;
  private readonly turns = new Signal<readonly Vec3[]>();
  private notified: Orbit | null = null; // the view that was last notified
  private readonly eye: Eye;
  private readonly leader: number | null; // whom one follows at home
  private readonly setOut = new Vector3(); // where it was at first
  private followed: number | null;
  private readonly here = new Vector3(); // where what is followed is
  private untouched = true; // nobody has moved the camera yet
  private number = VIEWS.length; // home
  private readonly still = prefers('reducedMotion'); // nobody wants to see it glide
  private readonly way = new Vector3();
  private readonly point = [0, 0, 0];

  constructor(
    private readonly extent: Extent, private readonly mechanism: Mechanism,
    private readonly at: Placements, private readonly changed: () => void,
  ) {
    this.reach = Math.hypot(...[0, 1, 2].map((c) => extent.high[c] - extent.low[c]));
    this.leader = this.followed = this.leading();
    if (this.leader !== null) {
      this.setOut.copy(this.middle(this.leader, this.here));
    }
    this.eye = new Eye(this.homeOrbit());
  }

  get following(): number | null {
    return this.followed;
  }

  get target(): Readonly<Vector3> {
    return this.eye.now.target;
  }

  /** The picture is so many times as wide as it is high. */
  fit(aspect: number): void {
    this.camera.aspect = aspect;
    if (this.untouched) {
      this.eye.set(this.homeOrbit());
    }
  }

  // ---- as a picture is drawn

  /** What is followed has moved. */
  goAlong(): void {
    if (this.followed !== null) {
      const before = this.way.copy(this.here);
      this.eye.carry(before.negate().add(this.middle(this.followed, this.here)));
    }
  }

  /** Glide for a time [s]; whether there is still a way to go. */
  advance(seconds: number): boolean {
    return this.eye.advance(this.still ? Infinity : seconds);
  }

  aim(): void {
    this.eye.aim(this.camera, this.reach);
  }

  /** Tell from where it is looked, where that has changed. */
  notify(): void {
    const { now } = this.eye;
    if (this.notified?.azimuth === now.azimuth && this.notified.elevation === now.elevation) {
      return;
    }
    this.notified = { ...now };
    const { right, up, forward } = basis(now);
    this.turns.send((['x', 'y', 'z'] as const).map((c): Vec3 => [right[c], up[c], -forward[c]]));
  }

  /** Hears the directions of the axes, at the next picture and when they change. */
  onTurn(listener: (axes: readonly Vec3[]) => void): void {
    this.turns.on(listener);
    this.notified = null;
  }

  // ---- by hand

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
      this.look(this.middle(body, this.here));
    }
  }

  /** Follow, and say so. */
  choose(body: number | null): void {
    this.follow(body);
    this.follows.send(body);
  }

  // ---- to places

  home(): void {
    this.choose(this.leader);
    this.number = VIEWS.length;
    this.untouched = true;
    this.glide(this.homeOrbit());
  }

  /** The next of the fixed views, or the one before; home comes after the last. */
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

  /** The body to go along with: the heaviest, where the mechanism is small in all of its motion;
   * null: none. */
  private leading(): number | null {
    if (this.reach < WANDERS * 2 * this.extent.size) {
      return null;
    }
    const { bodies } = this.mechanism.model;
    const heaviest = bodies.reduce((best, { mass, host }, body) =>
      (host === body && mass > (bodies[best]?.mass ?? 0) ? body : best), -1);
    return heaviest < 0 ? null : heaviest;
  }

  /** What a view has to show: all of the motion, or the mechanism as it was at first where it goes
   * along with it. */
  private box(): Pick<Extent, 'low' | 'high'> {
    if (this.leader === null) {
      return this.extent;
    }
    const { low, high } = this.extent.first;
    const way = this.here.clone().sub(this.setOut).toArray();
    const carried = (corner: Vec3): Vec3 => corner.map((x, c) => x + way[c]) as Vec3;
    return { low: carried(low), high: carried(high) };
  }

  /** Where the centre of mass of a body is. */
  private middle(body: number, out: Vector3): Vector3 {
    move(this.point, this.at.numbers, this.at.at(body), this.mechanism.model.bodies[body].com);
    return out.fromArray(this.point);
  }
}
