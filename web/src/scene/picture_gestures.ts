// SPDX-License-Identifier: Apache-2.0
//
// Effects of gestures on the picture: moves the camera, selects, follows and names bodies.

import { Raycaster, Vector2 } from 'three';
import { Signal } from '../core/signal';
import type { Instances, Hit } from './instances';
import type { GestureHandler } from './gestures';
import type { CameraControl } from './camera_control';
import type { Under } from './stage';

const NAMING = 100; // ms between two searches for the body under the mouse

/** The body of a hit, which can be selected and followed; the world can't. */
const mover = (hit: Hit | null): number | null => (hit && hit.body >= 0 ? hit.body : null);

export class PictureGestures implements GestureHandler {
  readonly selects = new Signal<number | null>();
  readonly hovers = new Signal<Under | null>();
  private hovered: readonly [number, number] | null = null;
  private namedAt = -Infinity; // time of the last search [ms]
  private readonly ray = new Raycaster();
  private readonly place = new Vector2();

  constructor(
    private readonly canvas: HTMLCanvasElement, private readonly control: CameraControl,
    private readonly instances: Instances, private readonly changed: () => void,
  ) {}

  turn(dx: number, dy: number): void {
    this.control.turn(dx, dy);
  }

  shift(dx: number, dy: number, flat: boolean): void {
    this.control.shift(dx, dy, flat);
  }

  zoom(factor: number, x: number, y: number): void {
    this.control.zoom(factor, x, y);
  }

  choose(x: number, y: number): void {
    const body = mover(this.hit(x, y));
    this.select(body);
    this.selects.send(body);
  }

  select(body: number | null): void {
    this.instances.choose(body);
    this.changed();
  }

  look(x: number, y: number): void {
    const hit = this.hit(x, y);
    if (hit) {
      this.control.look(hit.point);
    }
  }

  follow(x: number, y: number): void {
    this.control.choose(mover(this.hit(x, y)));
  }

  hover(at: readonly [number, number] | null): void {
    this.hovered = at;
    this.name();
  }

  /** Update the body under a resting mouse: bodies move. */
  lookAgain(): void {
    if (this.hovered && performance.now() - this.namedAt > NAMING) {
      this.name();
    }
  }

  /** Send the body under the mouse. */
  private name(): void {
    this.namedAt = performance.now();
    const hit = this.hovered && this.hit(...this.hovered);
    const [x, y] = this.hovered ?? [0, 0];
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.hovers.send(hit
      && { body: hit.body, x: (1 + x) / 2 * width, y: (1 - y) / 2 * height });
  }

  private hit(x: number, y: number): Hit | null {
    this.ray.setFromCamera(this.place.set(x, y), this.control.camera);
    return this.instances.pick(this.ray);
  }
}
