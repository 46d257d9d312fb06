// SPDX-License-Identifier: Apache-2.0
//
// The parts of a run as a few instanced meshes: parts of equal form and visibility share a mesh. A
// frame costs one product of matrices per part and allocates nothing.

import {
  type BufferGeometry, Color, DynamicDrawUsage, Group, InstancedMesh, Matrix4,
  MeshStandardMaterial, type Raycaster, type Vector3,
} from 'three';
import { MARKS } from './colours';
import { rule } from './grid_lines';
import type { Part } from './part';
import { PLACEMENT, chain, place, type Placements } from './placements';
import { PIECES, pieces } from './round';

const GHOST_ALPHA = 0.3;
const CHOSEN = 0.7; // weight of the highlight in the colour of the selected body
const OVERLAY = 20; // render order of parts without depth test: last

/** Parts that share a mesh. */
class Batch {
  readonly mesh: InstancedMesh;
  private readonly local: Float64Array; // placements in the frames of the bodies
  private readonly placed = new Float64Array(PLACEMENT);
  private readonly radii: Float64Array;
  private readonly cell = { value: 1 }; // spacing of grid lines [m]
  private readonly geometries = new Map<number, BufferGeometry>(); // by segments of their circles

  constructor(readonly parts: readonly Part[], ghost: Color | null) {
    const [{ alpha, onTop, layer, form }] = parts;
    const opacity = ghost ? GHOST_ALPHA * alpha : alpha;
    const material = new MeshStandardMaterial({
      roughness: 0.55, metalness: 0.05, opacity, transparent: opacity < 1 || onTop,
      depthTest: !onTop, depthWrite: opacity === 1 && !onTop,
      // the first run hides a ghost at the same place
      polygonOffset: ghost !== null, polygonOffsetFactor: 2, polygonOffsetUnits: 2,
    });
    if (form.ruled) {
      rule(material, this.cell);
    }
    this.mesh = new InstancedMesh(this.geometry(PIECES[0]), material, parts.length);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = onTop ? OVERLAY : ghost ? 1 : 0;
    const solid = layer === 'geoms' || layer === 'bones';
    this.mesh.castShadow = solid && !ghost && alpha > 0.5;
    this.mesh.receiveShadow = solid && !ghost;
    this.radii = Float64Array.from(parts, ({ scale }) => Math.max(...scale));
    this.local = new Float64Array(PLACEMENT * parts.length);
    parts.forEach(({ frame }, i) => place(this.local, PLACEMENT * i, frame, 0));
    parts.forEach((part, i) => this.mesh.setColorAt(i, shade(part.colour, ghost, 0)));
  }

  /** Place all parts with their bodies. */
  pose(at: Placements): void {
    const out = this.mesh.instanceMatrix.array, p = this.placed;
    for (let i = 0, o = 0; i < this.parts.length; i++, o += 16) {
      const { body, scale } = this.parts[i];
      chain(p, 0, at.numbers, at.at(body), this.local, PLACEMENT * i);
      for (let row = 0; row < 3; row++) {
        out[o + row] = scale[0] * p[3 * row];
        out[o + 4 + row] = scale[1] * p[3 * row + 1];
        out[o + 8 + row] = scale[2] * p[3 * row + 2];
        out[o + 12 + row] = p[9 + row];
      }
      out[o + 15] = 1;
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  /** Choose the segments of circles for an eye point; `pixels`: size of a unit at unit distance. */
  round(eye: Vector3, pixels: number): void {
    if (!this.parts[0].form.round) {
      return;
    }
    const at = this.mesh.instanceMatrix.array;
    let largest = 0;
    for (let i = 0, o = 12; i < this.parts.length; i++, o += 16) {
      const x = at[o] - eye.x, y = at[o + 1] - eye.y, z = at[o + 2] - eye.z;
      const radius = this.radii[i], away = Math.sqrt(x * x + y * y + z * z);
      largest = Math.max(largest, radius / Math.max(away - radius, radius));
    }
    this.mesh.geometry = this.geometry(pieces(pixels * largest));
  }

  /** Set the spacing of grid lines [m]. */
  rule(cell: number): void {
    this.cell.value = cell;
  }

  /** Face the camera; columns of the camera's matrix are right, up and back. */
  face({ elements }: Matrix4): void {
    const out = this.mesh.instanceMatrix.array;
    this.parts.forEach(({ scale }, i) => {
      for (let c = 0; c < 3; c++) {
        for (let row = 0; row < 3; row++) {
          out[16 * i + 4 * c + row] = scale[c] * elements[4 * c + row];
        }
      }
    });
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  choose(body: number | null): void {
    if (!this.mesh.receiveShadow) { // marks keep their colours
      return;
    }
    this.parts.forEach((part, i) =>
      this.mesh.setColorAt(i, shade(part.colour, null, part.body === body ? CHOSEN : 0)));
    this.mesh.instanceColor!.needsUpdate = true;
  }

  dispose(): void {
    this.geometries.forEach((geometry) => geometry.dispose());
    (this.mesh.material as MeshStandardMaterial).dispose();
    this.mesh.dispose();
  }

  private geometry(around: number): BufferGeometry {
    const known = this.geometries.get(around);
    if (known) {
      return known;
    }
    const made = this.parts[0].form.make(around);
    this.geometries.set(around, made);
    return made;
  }
}

const chosen = new Color(MARKS.chosen);

function shade(colour: Color, ghost: Color | null, choice: number): Color {
  return colour.clone().lerp(ghost ?? chosen, ghost ? 0.8 : choice);
}

/** Parts grouped by the properties that parts of a mesh share. */
function grouped(parts: readonly Part[]): Part[][] {
  const heaps = new Map<string, Part[]>();
  for (const part of parts) {
    const { form, layer, group, covered, alpha, onTop, facing } = part;
    const key = [form.key, layer, group, covered, alpha, onTop, facing].join('|');
    const heap = heaps.get(key) ?? [];
    heap.push(part);
    heaps.set(key, heap);
  }
  return [...heaps.values()];
}

/** A body and the point where a ray meets it. */
export interface Hit {
  body: number;
  point: Vector3;
}

/** All parts of a run. */
export class Instances {
  readonly root = new Group();
  private readonly batches: Batch[];

  /** @param ghost  the tint of a run after the first; null: the first run */
  constructor(parts: readonly Part[], ghost: Color | null) {
    this.batches = grouped(parts).map((heap) => new Batch(heap, ghost));
    for (const { mesh } of this.batches) {
      this.root.add(mesh);
    }
    this.root.matrixAutoUpdate = false;
    this.root.matrixWorld = new Matrix4();
  }

  pose(at: Placements): void {
    for (const batch of this.batches) {
      if (batch.mesh.visible) {
        batch.pose(at);
      }
    }
  }

  /** Choose the segments of circles for an eye point; `pixels`: size of a unit at unit distance. */
  round(eye: Vector3, pixels: number): void {
    for (const batch of this.batches) {
      if (batch.mesh.visible) {
        batch.round(eye, pixels);
      }
    }
  }

  /** Set the spacing of grid lines [m]. */
  rule(cell: number): void {
    this.batches.forEach((batch) => batch.rule(cell));
  }

  /** Rotate the parts that face the camera. */
  face(camera: Matrix4): void {
    for (const batch of this.batches) {
      if (batch.mesh.visible && batch.parts[0].facing) {
        batch.face(camera);
      }
    }
  }

  /** Show the parts that satisfy a condition. */
  show(seen: (part: Part) => boolean): void {
    for (const { mesh, parts } of this.batches) {
      mesh.visible = seen(parts[0]);
    }
  }

  choose(body: number | null): void {
    this.batches.forEach((batch) => batch.choose(body));
  }

  /** The nearest solid part on a ray. */
  pick(ray: Raycaster): Hit | null {
    const solid = this.batches.filter(({ mesh }) => mesh.visible && mesh.receiveShadow);
    for (const { mesh } of solid) {
      mesh.boundingSphere = null; // recomputed: the cached one is of an earlier frame
    }
    const hit = ray.intersectObjects(solid.map(({ mesh }) => mesh), false)[0];
    const batch = solid.find(({ mesh }) => mesh === hit?.object);
    return hit && batch ? { body: batch.parts[hit.instanceId!].body, point: hit.point } : null;
  }

  dispose(): void {
    this.batches.forEach((batch) => batch.dispose());
  }
}
