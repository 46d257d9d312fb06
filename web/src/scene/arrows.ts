// SPDX-License-Identifier: Apache-2.0
//
// Contact forces: at each contact point a dot, an arrow for the normal force and one for friction.
// Lengths are proportional to forces.

import {
  Color, ConeGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial,
  Quaternion, SphereGeometry, Vector3, type BufferGeometry,
} from 'three';
import type { Contacts } from '../data/contacts';
import { MARKS } from './colours';
import type { Mechanism } from './part';

const WEIGHT = 0.5; // length of an arrow for the total weight / detail size
const LONGEST = 1.5; // largest length of an arrow / detail size
const WIDE = 0.008; // radius of a shaft / detail size
const HEAD = 3; // radius of heads and dots / radius of a shaft
const LEAST = 0.02; // arrows shorter than this part of the longest are not drawn

const UP = new Vector3(0, 0, 1);

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

export class Arrows {
  readonly root = new Group();
  readonly scale: number; // [N/m]
  private readonly shafts: InstancedMesh;
  private readonly heads: InstancedMesh;
  private readonly dots: InstancedMesh;
  private readonly material = new MeshBasicMaterial({ depthTest: false, transparent: true });
  private readonly wide: number;
  private readonly longest: number;
  private readonly colours = [new Color(MARKS.push), new Color(MARKS.friction)];
  private readonly from = new Vector3();
  private readonly way = new Vector3();
  private readonly size = new Vector3();
  private readonly turn = new Quaternion();
  private readonly matrix = new Matrix4();
  private drawn = 0; // arrows

  constructor(private readonly contacts: Contacts, { model, extent }: Mechanism) {
    const { most } = contacts;
    this.scale = forceScale(model.mass, Math.hypot(...model.gravity), largestOf(contacts.normal),
      extent.detail);
    this.wide = WIDE * extent.detail;
    this.longest = LONGEST * extent.detail;
    const turned = (g: BufferGeometry): BufferGeometry => g.rotateX(Math.PI / 2);
    const shaft = turned(new CylinderGeometry(1, 1, 1, 8)).translate(0, 0, 0.5);
    const head = turned(new ConeGeometry(0.42, 1, 12)).translate(0, 0, -0.5);
    this.shafts = this.many(shaft, 2 * most);
    this.heads = this.many(head, 2 * most);
    this.dots = this.many(new SphereGeometry(1, 12, 8), most);
  }

  pose(time: number): void {
    const { contacts: { point: [x, y, z], normal, friction }, dots } = this;
    const { from, to } = this.contacts.at(time);
    this.drawn = 0;
    for (let k = from; k < to; k++) {
      this.from.set(x[k], y[k], z[k]);
      this.size.setScalar(0.6 * HEAD * this.wide);
      dots.setMatrixAt(k - from, this.matrix.compose(this.from, this.turn.identity(), this.size));
      dots.setColorAt(k - from, this.colours[0]);
      this.arrow(normal, k, this.colours[0]);
      this.arrow(friction, k, this.colours[1]);
    }
    this.finish(dots, to - from);
    this.finish(this.shafts, this.drawn);
    this.finish(this.heads, this.drawn);
  }

  dispose(): void {
    [this.shafts, this.heads, this.dots].forEach((mesh) => {
      mesh.geometry.dispose();
      mesh.dispose();
    });
    this.material.dispose();
  }

  /** Add an arrow from the contact point. */
  private arrow([x, y, z]: readonly Float64Array[], k: number, colour: Color): void {
    const { way, wide, matrix, size } = this;
    way.set(x[k], y[k], z[k]);
    const force = way.length(), long = Math.min(force / this.scale, this.longest);
    if (!(long > LEAST * this.longest)) {
      return;
    }
    way.divideScalar(force);
    this.turn.setFromUnitVectors(UP, way);
    const head = Math.min(2 * HEAD * wide, 0.4 * long);
    size.set(wide, wide, long - head);
    this.shafts.setMatrixAt(this.drawn, matrix.compose(this.from, this.turn, size));
    this.shafts.setColorAt(this.drawn, colour);
    way.multiplyScalar(long).add(this.from);
    this.heads.setMatrixAt(this.drawn, matrix.compose(way, this.turn, size.setScalar(head)));
    this.heads.setColorAt(this.drawn, colour);
    this.drawn++;
  }

  private many(geometry: BufferGeometry, most: number): InstancedMesh {
    const mesh = new InstancedMesh(geometry, this.material, Math.max(most, 1));
    mesh.frustumCulled = false;
    mesh.renderOrder = 3;
    mesh.count = 0;
    this.root.add(mesh);
    return mesh;
  }

  private finish(mesh: InstancedMesh, count: number): void {
    mesh.count = count;
    mesh.instanceMatrix.needsUpdate = true;
    if (mesh.instanceColor) {
      mesh.instanceColor.needsUpdate = true;
    }
  }
}
