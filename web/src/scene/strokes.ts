// SPDX-License-Identifier: Apache-2.0
//
// Dots, lines and arrows of forces, drawn over everything else. Lengths of arrows are proportional
// to forces. A stroke is an instance of one of three meshes.

import {
  Color, ConeGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial,
  Quaternion, SphereGeometry, Vector3, type BufferGeometry,
} from 'three';

/** Sizes of the strokes of a run. */
export interface StrokeSizes {
  scale: number; // force of an arrow of 1 m [N]
  wide: number; // radius of a shaft [m]
  longest: number; // largest length of an arrow [m]
}

const HEAD = 3; // radius of heads / radius of a shaft
const LEAST = 0.02; // arrows shorter than this part of the longest are not drawn

const UP = new Vector3(0, 0, 1);

export class Strokes {
  readonly root = new Group();
  private readonly material = new MeshBasicMaterial({ depthTest: false, transparent: true });
  private readonly dots: InstancedMesh;
  private readonly shafts: InstancedMesh;
  private readonly heads: InstancedMesh;
  private readonly start = new Vector3();
  private readonly way = new Vector3();
  private readonly size = new Vector3();
  private readonly turn = new Quaternion();
  private readonly matrix = new Matrix4();

  /** @param most  numbers of strokes  @param order  of drawing: later ones cover earlier ones */
  constructor(private readonly sizes: StrokeSizes,
    most: { dots: number; lines: number; arrows: number }, order: number) {
    const turned = (g: BufferGeometry): BufferGeometry => g.rotateX(Math.PI / 2);
    const shaft = turned(new CylinderGeometry(1, 1, 1, 8)).translate(0, 0, 0.5);
    const head = turned(new ConeGeometry(0.42, 1, 12)).translate(0, 0, -0.5);
    this.dots = this.many(new SphereGeometry(1, 12, 8), most.dots, order);
    this.shafts = this.many(shaft, most.lines + most.arrows, order);
    this.heads = this.many(head, most.arrows, order);
  }

  /** Remove all strokes. */
  begin(): void {
    this.meshes().forEach((mesh) => {
      mesh.count = 0;
    });
  }

  /** Add a dot; `thick`: its radius / radius of a shaft. */
  dot(x: number, y: number, z: number, thick: number, colour: Color): void {
    this.start.set(x, y, z);
    this.size.setScalar(thick * this.sizes.wide);
    this.add(this.dots, this.start, this.turn.identity(), colour);
  }

  /** Add a line between two points of lists of coordinates. */
  line([x, y, z]: readonly Float64Array[], k: number, next: number, thick: number,
    colour: Color): void {
    const { start, way, size } = this;
    start.set(x[k], y[k], z[k]);
    way.set(x[next], y[next], z[next]).sub(start);
    const long = way.length(), wide = thick * this.sizes.wide;
    if (long > 0) {
      this.turn.setFromUnitVectors(UP, way.divideScalar(long));
      size.set(wide, wide, long);
      this.add(this.shafts, start, this.turn, colour);
    }
  }

  /** Add the arrow of a force from a point; none if it would be very short. */
  arrow(x: number, y: number, z: number, fx: number, fy: number, fz: number, thick: number,
    colour: Color): void {
    const { start, way, size } = this, { scale, longest } = this.sizes;
    start.set(x, y, z);
    way.set(fx, fy, fz);
    const force = way.length(), long = Math.min(force / scale, longest);
    if (!(long > LEAST * longest)) {
      return;
    }
    way.divideScalar(force);
    this.turn.setFromUnitVectors(UP, way);
    const wide = thick * this.sizes.wide, head = Math.min(2 * HEAD * wide, 0.4 * long);
    size.set(wide, wide, long - head);
    this.add(this.shafts, start, this.turn, colour);
    size.setScalar(head);
    this.add(this.heads, way.multiplyScalar(long).add(start), this.turn, colour);
  }

  /** Show the strokes added since begin(). */
  finish(): void {
    this.meshes().forEach((mesh) => {
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) {
        mesh.instanceColor.needsUpdate = true;
      }
    });
  }

  dispose(): void {
    this.meshes().forEach((mesh) => {
      mesh.geometry.dispose();
      mesh.dispose();
    });
    this.material.dispose();
  }

  private meshes(): InstancedMesh[] {
    return [this.dots, this.shafts, this.heads];
  }

  private add(mesh: InstancedMesh, place: Vector3, turn: Quaternion, colour: Color): void {
    mesh.setMatrixAt(mesh.count, this.matrix.compose(place, turn, this.size));
    mesh.setColorAt(mesh.count, colour);
    mesh.count++;
  }

  private many(geometry: BufferGeometry, most: number, order: number): InstancedMesh {
    const mesh = new InstancedMesh(geometry, this.material, Math.max(most, 1));
    mesh.frustumCulled = false;
    mesh.renderOrder = order;
    mesh.count = 0;
    this.root.add(mesh);
    return mesh;
  }
}
