// SPDX-License-Identifier: Apache-2.0
//
// Springs between two sites, drawn as coils.

import {
  Color, Curve, Group, Mesh, MeshStandardMaterial, Quaternion, TubeGeometry, Vector3,
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
    this.coils = model.springs.flatMap(({ sites }) => {
      if (!sites) {
        return [];
      }
      const ends: [Site, Site] = [model.sites[sites[0]], model.sites[sites[1]]];
      this.end(this.from, ends[0], start);
      this.end(this.to, ends[1], start);
      const rest = Math.max(this.from.distanceTo(this.to), 2 * wide);
      const coil = new TubeGeometry(new Helix(wide / rest), 40 * TURNS, WIRE * wide / rest, 8);
      const mesh = new Mesh(coil, this.material);
      mesh.matrixAutoUpdate = false;
      mesh.frustumCulled = false;
      mesh.castShadow = true;
      this.root.add(mesh);
      return [{ ends, mesh, rest }];
    });
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
