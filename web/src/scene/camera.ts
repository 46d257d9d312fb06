// SPDX-License-Identifier: Apache-2.0
//
// Orbit camera with the conventions of MuJoCo's viewer: a target, a distance, and the azimuth about
// z and the elevation of the viewing direction.

import { Matrix4, PerspectiveCamera, Vector3 } from 'three';
import type { Extent } from './extent';

export interface Orbit {
  target: Vector3;
  azimuth: number; // [rad]; 0 looks along x
  elevation: number; // [rad]; negative looks down
  distance: number;
}

export const FIELD = (40 / 180) * Math.PI; // of view, from top to bottom
const RATE = 9; // of the exponential approach to another view [1/s]
const ARRIVED = 1e-4; // relative distance at which the approach ends

export interface Basis {
  forward: Vector3;
  right: Vector3;
  up: Vector3;
}

/** The directions of a view, defined for vertical views too. */
export function basis({ azimuth: a, elevation: e }: Orbit): Basis {
  const forward = new Vector3(
    Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e));
  const right = new Vector3(Math.sin(a), -Math.cos(a), 0);
  return { forward, right, up: new Vector3().crossVectors(right, forward) };
}

const clone = (o: Orbit): Orbit => ({ ...o, target: o.target.clone() });

/** Orbit by fractions of the picture's height; the whole height is half a turn. */
export function turned(o: Orbit, dx: number, dy: number): Orbit {
  const limit = Math.PI / 2;
  return {
    ...clone(o),
    azimuth: o.azimuth - Math.PI * dx,
    elevation: Math.min(Math.max(o.elevation - Math.PI * dy, -limit), limit),
  };
}

/** Pan so that the target follows the pointer; flat: parallel to the ground. */
export function shifted(o: Orbit, dx: number, dy: number, flat: boolean): Orbit {
  const { right, up } = basis(o), reach = 2 * o.distance * Math.tan(FIELD / 2);
  const ahead = flat ? new Vector3(Math.cos(o.azimuth), Math.sin(o.azimuth), 0) : up;
  const out = clone(o);
  out.target.addScaledVector(right, -dx * reach).addScaledVector(ahead, dy * reach);
  return out;
}

/** Zoom by a factor; the point of the target plane at (x, y), from -1 to 1, keeps its place in the
 * picture. */
export function nearer(o: Orbit, factor: number, x: number, y: number, aspect: number): Orbit {
  const { right, up } = basis(o), out = clone(o);
  const half = o.distance * Math.tan(FIELD / 2) * (1 - factor);
  out.distance = o.distance * factor;
  out.target.addScaledVector(right, x * half * aspect).addScaledVector(up, y * half);
  return out;
}

/** The nearest view from a direction that shows a whole box. */
export function framing(extent: Pick<Extent, 'low' | 'high'>, azimuth: number, elevation: number,
  aspect: number): Orbit {
  const low = new Vector3(...extent.low), high = new Vector3(...extent.high);
  const target = low.clone().add(high).multiplyScalar(0.5);
  const orbit: Orbit = { target, azimuth, elevation, distance: 0 };
  const { forward, right, up } = basis(orbit);
  const tall = Math.tan(FIELD / 2), margin = 1.12;
  for (let corner = 0; corner < 8; corner++) {
    const p = new Vector3(
      corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y, corner & 4 ? high.z : low.z,
    ).sub(target);
    const aside = Math.max(Math.abs(p.dot(up)) / tall, Math.abs(p.dot(right)) / (tall * aspect));
    orbit.distance = Math.max(orbit.distance, margin * aside - p.dot(forward));
  }
  return orbit;
}

/** Default azimuth and elevation for a motion: oblique, across the thinnest side of its box. */
export function defaultDirection({ low, high }: Pick<Extent, 'low' | 'high'>): [number, number] {
  const [x, y, z] = [0, 1, 2].map((c) => high[c] - low[c]);
  const front = Math.PI / 2, aslant = Math.PI / 7, down = -Math.PI / 11;
  if (z < 0.2 * Math.min(x, y)) {
    return [front + aslant, 3.2 * down];
  }
  return x < 0.6 * y ? [Math.PI + aslant, down] : [front + aslant, down];
}

/** Fixed views in their order; the home view follows the last. */
export const VIEWS: readonly { name: string; azimuth: number; elevation: number }[] = [
  { name: 'front', azimuth: Math.PI / 2, elevation: 0 },
  { name: 'side', azimuth: Math.PI, elevation: 0 },
  { name: 'top', azimuth: Math.PI / 2, elevation: -Math.PI / 2 },
];

/** The camera's orbit, which approaches a goal smoothly and moves with a followed body. */
export class Eye {
  now: Orbit;
  private goal: Orbit;

  constructor(start: Orbit) {
    this.now = clone(start);
    this.goal = clone(start);
  }

  /** Move at once, as a drag does. */
  set(orbit: Orbit): void {
    this.now = clone(orbit);
    this.goal = clone(orbit);
  }

  /** Move smoothly, along the shorter turn. */
  glide(orbit: Orbit): void {
    this.goal = clone(orbit);
    const turns = Math.round((this.now.azimuth - orbit.azimuth) / (2 * Math.PI));
    this.goal.azimuth += turns * 2 * Math.PI;
  }

  /** Move smoothly to another target, from the same direction. */
  look(target: Vector3): void {
    this.goal = { ...clone(this.now), target: target.clone() };
  }

  /** Move with the target. */
  carry(by: Vector3): void {
    this.now.target.add(by);
    this.goal.target.add(by);
  }

  /** Approach the goal for a time [s]; whether it is still ahead. */
  advance(seconds: number): boolean {
    const { now, goal } = this, part = 1 - Math.exp(-RATE * seconds);
    const left = now.target.distanceTo(goal.target) / goal.distance
      + Math.abs(now.azimuth - goal.azimuth) + Math.abs(now.elevation - goal.elevation)
      + Math.abs(now.distance / goal.distance - 1);
    if (left < ARRIVED) {
      this.now = clone(goal);
      return false;
    }
    now.target.lerp(goal.target, part);
    now.azimuth += part * (goal.azimuth - now.azimuth);
    now.elevation += part * (goal.elevation - now.elevation);
    now.distance *= (goal.distance / now.distance) ** part;
    return true;
  }

  /** Set the camera to the present orbit. */
  aim(camera: PerspectiveCamera, reach: number): void {
    const { forward, right, up } = basis(this.now), { target, distance } = this.now;
    camera.position.copy(target).addScaledVector(forward, -distance);
    const turn = new Matrix4().makeBasis(right, up, forward.negate());
    camera.quaternion.setFromRotationMatrix(turn);
    camera.near = Math.max(distance - reach, 0.01 * distance) * 0.5;
    camera.far = distance + 40 * reach;
    camera.updateProjectionMatrix();
    camera.updateMatrix();
  }
}
