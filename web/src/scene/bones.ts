// SPDX-License-Identifier: Apache-2.0
//
// Stand-ins for bodies without geometry: capsules between the anchors of their joints and loops.
//
//   no anchor     the solid ball with the body's mass and inertia
//   one           a rod from it through the centre of mass. The inertia gives its end: the end of a
//                 uniform rod, the centre of a point mass. An anchor at the centre of mass: a small
//                 ball
//   two           a rod between them
//   three         a triangle
//   more          spokes from their mean

import { Quaternion, Vector3 } from 'three';
import type { Body, Frame, Model, Vec3 } from '../data/page';
import { bodyColour } from './colours';
import { bodiesShown, mergedInto } from './geoms';
import { part, type Mechanism, type Part } from './part';
import { move, moveBack, type Placements } from './placements';
import { BALL, CYLINDER, capsule } from './round';

/** A capsule, or a ball if its ends coincide. */
export interface Bone {
  from: Vec3;
  to: Vec3;
  radius: number;
}

const SLENDER = 0.027; // radius of a bone / detail size
const STOUT = 0.22; // largest radius of a bone / its length
const CLOSE = 1e-3; // points nearer than this part of the detail size are merged

const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const along = (a: Vec3, d: Vec3, s: number): Vec3 =>
  [a[0] + s * d[0], a[1] + s * d[1], a[2] + s * d[2]];
const length = (a: Vec3): number => Math.hypot(...a);

/** Joints that constrain positions, and loops with an anchor. */
function jointsAndLoops(model: Model): { parent: number; child: number; anchor: Vec3 }[] {
  const loops = model.loops.flatMap(({ parent, child, anchor }) =>
    anchor ? [{ parent, child, anchor }] : []);
  const holds = (type: string): boolean => type !== 'fixed' && !type.startsWith('free');
  return [...model.joints.filter(({ type }) => holds(type)), ...loops];
}

/** Anchors of the joints and loops of each body and of bodies merged into it, in the body's frame;
 * near ones are merged. */
export function anchors(model: Model, start: Placements, close: number): Vec3[][] {
  const points: Vec3[][] = model.bodies.map(() => []);
  const world: Vec3 = [0, 0, 0];
  const add = (body: number): void => {
    const point: Vec3 = [0, 0, 0];
    moveBack(point, start.numbers, start.at(body), world);
    if (body >= 0 && points[body].every((p) => length(sub(p, point)) > close)) {
      points[body].push(point);
    }
  };
  for (const { parent, child, anchor } of jointsAndLoops(model)) {
    move(world, start.numbers, start.at(child), anchor);
    add(mergedInto(model, child));
    add(mergedInto(model, parent));
  }
  return points;
}

/** Half length of the uniform rod along `d` with the mass and the transverse inertia of a body. */
function halfRod({ mass, inertia: [xx, yy, zz, xy, xz, yz] }: Body, d: Vec3): number {
  const [x, y, z] = d;
  const about = x * x * xx + y * y * yy + z * z * zz + 2 * (x * y * xy + x * z * xz + y * z * yz);
  const across = (xx + yy + zz - about) / 2;
  return mass > 0 ? Math.sqrt(Math.max(3 * across / mass, 0)) : 0;
}

function rodFrom(anchor: Vec3, body: Body, size: number): Bone[] {
  const way = sub(body.com, anchor), reach = length(way);
  if (reach < CLOSE * size) {
    return [ball(body, size, 3 * SLENDER * size)];
  }
  const d: Vec3 = [way[0] / reach, way[1] / reach, way[2] / reach];
  const beyond = Math.min(halfRod(body, d), reach);
  const tip = along(anchor, d, reach + beyond);
  const rod = { from: anchor, to: tip, radius: thickness(reach + beyond, size) };
  const bob = beyond < 0.3 * reach;
  return bob ? [rod, { from: tip, to: tip, radius: 2 * SLENDER * size }] : [rod];
}

/** The solid ball with the mass and the mean inertia of a body, within limits of visibility. */
function ball({ mass, com, inertia }: Body, size: number, most: number): Bone {
  const solid = mass > 0 ? Math.sqrt(5 * (inertia[0] + inertia[1] + inertia[2]) / (6 * mass)) : 0;
  return { from: com, to: com, radius: Math.min(Math.max(solid, 1.6 * SLENDER * size), most) };
}

const thickness = (long: number, size: number): number => Math.min(SLENDER * size, STOUT * long);

/** The bones of a body with some anchors. */
export function bonesOf(body: Body, points: readonly Vec3[], size: number): Bone[] {
  const rod = (from: Vec3, to: Vec3): Bone =>
    ({ from, to, radius: thickness(length(sub(to, from)), size) });
  switch (points.length) {
    case 0:
      return [ball(body, size, size)];
    case 1:
      return rodFrom(points[0], body, size);
    case 2:
      return [rod(points[0], points[1])];
    case 3:
      return [0, 1, 2].map((k) => rod(points[k], points[(k + 1) % 3]));
    default: {
      const middle = points.reduce<Vec3>((m, p) => along(m, p, 1 / points.length), [0, 0, 0]);
      return points.map((point) => rod(middle, point));
    }
  }
}

/** The frame at the midpoint of two points, with z along their connection. */
export function pointing(from: Vec3, to: Vec3): Frame {
  const way = new Vector3(...sub(to, from));
  const q = way.lengthSq() > 0
    ? new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), way.normalize()) : new Quaternion();
  return [...along(from, sub(to, from), 0.5), q.w, q.x, q.y, q.z] as Frame;
}

function bonePart(bone: Bone, body: number, hasGeoms: boolean): Part {
  const { from, to, radius: r } = bone;
  const half = length(sub(to, from)) / 2 / r;
  return part(hasGeoms ? 'bones' : 'geoms', body, half > 0 ? capsule(half) : BALL, [r, r, r],
    bodyColour(body), { frame: pointing(from, to) });
}

/** Pins of hinges: on bodies with stand-ins and, in a model without geometry of the world, on
 * hinges to the world. */
function pins(model: Model, withGeoms: Set<number>, size: number): Part[] {
  const floating = !model.geoms.some(({ type, body }) => body < 0 && type !== 'plane');
  const r = 1.3 * SLENDER * size;
  return model.joints.flatMap(({ type, parent, child, anchor, axis, merged }) => {
    const shown = !withGeoms.has(mergedInto(model, child)) || (parent < 0 && floating);
    if (merged || type !== 'hinge' || !shown) {
      return [];
    }
    const frame = pointing(along(anchor, axis, -1), along(anchor, axis, 1));
    return [part('geoms', child, CYLINDER, [r, r, r], bodyColour(-1), { frame })];
  });
}

/** Stand-ins of bodies without geometry belong to the layer of geoms, bones of other bodies to a
 * layer of their own. */
export function bones({ model, start, extent: { detail } }: Mechanism): Part[] {
  const withGeoms = bodiesShown(model), points = anchors(model, start, CLOSE * detail);
  const standIns = model.bodies.flatMap((body, b) => {
    // fixed to the world, without joints
    const idle = body.merged_into < 0 && points[b].length === 0;
    return mergedInto(model, b) !== b || idle ? []
      : bonesOf(body, points[b], detail).map((bone) => bonePart(bone, b, withGeoms.has(b)));
  });
  return [...standIns, ...pins(model, withGeoms, detail)];
}
