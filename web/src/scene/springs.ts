// SPDX-License-Identifier: Apache-2.0
//
// Springs between two sites, drawn as coils, and paths, drawn as cords from site to site.

import {
  type BufferGeometry, Color, Curve, CylinderGeometry, Group, Mesh, MeshStandardMaterial,
  Quaternion, TubeGeometry, Vector3,
} from 'three';
import type { Site } from '../data/page';
import { MARKS } from './colours';
import type { Mechanism } from './part';
import { move, type Placements } from './placements';

const WIDE = 0.035; // radius of a coil / detail size
const WIRE = 0.16; // radius of the wire / radius of the coil
const TURNS = 9;
const ENDS = 0.12; // length of each straight end / length of the spring

/** A coil about z from 0 to 1, of radius `wide`. */
class Helix extends Curve<Vector3> {
  constructor(private readonly wide: number) {
    super();
  }

  override getPoint(t: number, out = new Vector3()): Vector3 {
    const s = Math.min(Math.max((t - ENDS) / (1 - 2 * ENDS), 0), 1);
    const swell = this.wide * Math.min(1, 8 * s, 8 * (1 - s));
    const angle = 2 * Math.PI * TURNS * s;
    return out.set(swell * Math.cos(angle), swell * Math.sin(angle), t);
  }
}

interface Coil {
  ends: [Site, Site];
  mesh: Mesh;
  rest: number; // length of its geometry
}

const UP = new Vector3(0, 0, 1);

export class Springs {
  readonly root = new Group();
  private readonly coils: Coil[];
  private readonly material = new MeshStandardMaterial({
    color: new Color(MARKS.spring), roughness: 0.35, metalness: 0.4,
  });
  private readonly from = new Vector3();
  private readonly to = new Vector3();
  private readonly way = new Vector3();
  private readonly turn = new Quaternion();
  private readonly point = [0, 0, 0];

  constructor({ model, start, extent }: Mechanism) {
    const wide = WIDE * extent.detail;
    const between = (pair: [number, number]): [Site, Site] =>
      [model.sites[pair[0]], model.sites[pair[1]]];
    this.coils = model.springs.flatMap(({ sites, path }) => [
      ...(sites ? [this.coil(between(sites), wide, start)] : []),
      ...path.map((pair) => this.cord(between(pair), wide)),
    ]);
  }

  private coil(ends: [Site, Site], wide: number, start: Placements): Coil {
    this.end(this.from, ends[0], start);
    this.end(this.to, ends[1], start);
    const rest = Math.max(this.from.distanceTo(this.to), 2 * wide);
    const coil = new TubeGeometry(new Helix(wide / rest), 40 * TURNS, WIRE * wide / rest, 8);
    return { ends, mesh: this.add(coil), rest };
  }

  private cord(ends: [Site, Site], wide: number): Coil {
    const cord = new CylinderGeometry(WIRE * wide, WIRE * wide, 1, 8);
    return { ends, mesh: this.add(cord.rotateX(Math.PI / 2).translate(0, 0, 0.5)), rest: 1 };
  }

  private add(geometry: BufferGeometry): Mesh {
    const mesh = new Mesh(geometry, this.material);
    mesh.matrixAutoUpdate = false;
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    this.root.add(mesh);
    return mesh;
  }

  pose(at: Placements): void {
    for (const { ends, mesh, rest } of this.coils) {
      this.end(this.from, ends[0], at);
      this.end(this.to, ends[1], at);
      this.way.subVectors(this.to, this.from);
      const long = this.way.length();
      this.turn.setFromUnitVectors(UP, long > 0 ? this.way.divideScalar(long) : UP);
      mesh.matrix.compose(this.from, this.turn, this.to.set(rest, rest, long));
      mesh.matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    this.coils.forEach(({ mesh }) => mesh.geometry.dispose());
    this.material.dispose();
  }

  private end(out: Vector3, { body, frame }: Site, at: Placements): void {
    move(this.point, at.numbers, at.at(body), frame);
    out.set(this.point[0], this.point[1], this.point[2]);
  }
}
