// SPDX-License-Identifier: Apache-2.0
//
// All parts of a run as few instanced meshes: parts of one form that are shown and hidden together
// are one. A new picture costs one product of matrices per part and allocates nothing.

import {
  Color, DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshStandardMaterial, type Raycaster,
} from 'three';
import { MARKS } from './colours';
import type { Part } from './part';
import { PLACEMENT, chain, place, type Placements } from './placements';

const GHOST_ALPHA = 0.3;
const CHOSEN = 0.7; // how much of the colour of a chosen body is that of the choice
const OVERLAY = 20; // drawn after all that has depth

/** Parts that are one mesh. */
class Batch {
  readonly mesh: InstancedMesh;
  private readonly local: Float64Array; // placements in the bodies
  private readonly placed = new Float64Array(PLACEMENT);

  constructor(readonly parts: readonly Part[], ghost: Color | null) {
    const [{ form, alpha, onTop, layer }] = parts;
    const opacity = ghost ? GHOST_ALPHA * alpha : alpha;
    const material = new MeshStandardMaterial({
      roughness: 0.55, metalness: 0.05, opacity, transparent: opacity < 1 || onTop,
      depthTest: !onTop, depthWrite: opacity === 1 && !onTop,
    });
    this.mesh = new InstancedMesh(form.make(), material, parts.length);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = onTop ? OVERLAY : ghost ? 1 : 0;
    const solid = layer === 'geoms' || layer === 'bones';
    this.mesh.castShadow = solid && !ghost && alpha > 0.5;
    this.mesh.receiveShadow = solid && !ghost;
    this.local = new Float64Array(PLACEMENT * parts.length);
    parts.forEach(({ frame }, i) => place(this.local, PLACEMENT * i, frame, 0));
    parts.forEach((part, i) => this.mesh.setColorAt(i, shade(part.colour, ghost, 0)));
  }

  /** Put all parts where their bodies are. */
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

  choose(body: number | null): void {
    if (!this.mesh.receiveShadow) { // marks keep their colours
      return;
    }
    this.parts.forEach((part, i) =>
      this.mesh.setColorAt(i, shade(part.colour, null, part.body === body ? CHOSEN : 0)));
    this.mesh.instanceColor!.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshStandardMaterial).dispose();
    this.mesh.dispose();
  }
}

const chosen = new Color(MARKS.chosen);

function shade(colour: Color, ghost: Color | null, choice: number): Color {
  return colour.clone().lerp(ghost ?? chosen, ghost ? 0.8 : choice);
}

/** Parts by what has to be the same for them to be one mesh. */
function sorted(parts: readonly Part[]): Part[][] {
  const heaps = new Map<string, Part[]>();
  for (const part of parts) {
    const { form, layer, group, covered, alpha, onTop } = part;
    const key = [form.key, layer, group, covered, alpha, onTop].join('|');
    const heap = heaps.get(key) ?? [];
    heap.push(part);
    heaps.set(key, heap);
  }
  return [...heaps.values()];
}

/** What a ray meets. */
export interface Hit {
  body: number;
  point: { x: number; y: number; z: number };
}

/** The parts of a run. */
export class Crowd {
  readonly root = new Group();
  private readonly batches: Batch[];

  /** @param ghost  the tint of a further run; null: the first one */
  constructor(parts: readonly Part[], ghost: Color | null) {
    this.batches = sorted(parts).map((heap) => new Batch(heap, ghost));
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

  /** Show those parts that are to be seen. */
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
      mesh.boundingSphere = null; // of the picture before
    }
    const hit = ray.intersectObjects(solid.map(({ mesh }) => mesh), false)[0];
    const batch = solid.find(({ mesh }) => mesh === hit?.object);
    return hit && batch ? { body: batch.parts[hit.instanceId!].body, point: hit.point } : null;
  }

  dispose(): void {
    this.batches.forEach((batch) => batch.dispose());
  }
}
