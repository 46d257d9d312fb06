// SPDX-License-Identifier: Apache-2.0
//
// Contact patches: the outline of the contacts of a pair of bodies, filled, and an arrow for the
// sum of their forces from the centre of the normal forces. A patch of two contacts is a line, one
// of a single contact a dot.

import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Group, Mesh,
  MeshBasicMaterial,
} from 'three';
import type { Contacts } from '../data/contacts';
import { patchesOf, type Patch } from '../data/patches';
import { MARKS } from './colours';
import { Strokes, type StrokeSizes } from './strokes';

const ORDER = 2; // of drawing: contact forces cover patches
const OPACITY = 0.35;
const EDGE = 0.7; // radius of an edge / radius of a shaft
const DOT = 2.2; // radius of the dot of a single contact / radius of a shaft
const ARROW = 1.3; // radius of the shaft of a sum / radius of a shaft

export class Patches {
  readonly root = new Group();
  private readonly strokes: Strokes;
  private readonly corners: Float32Array; // of the triangles that fill the outlines
  private readonly fill: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly colour = new Color(MARKS.patch);
  private filled = 0; // triangles
  private alone = false;

  constructor(private readonly contacts: Contacts, sizes: StrokeSizes) {
    const { most } = contacts; // of dots, edges, arrows and triangles in a frame
    this.strokes = new Strokes(sizes, { dots: most, lines: most, arrows: most }, ORDER);
    this.corners = new Float32Array(9 * most);
    const position = new BufferAttribute(this.corners, 3).setUsage(DynamicDrawUsage);
    this.fill = new Mesh(new BufferGeometry().setAttribute('position', position),
      new MeshBasicMaterial({
        color: this.colour, opacity: OPACITY, transparent: true, depthTest: false,
        side: DoubleSide,
      }));
    this.fill.frustumCulled = false;
    this.fill.renderOrder = ORDER;
    this.root.add(this.fill, this.strokes.root);
  }

  /** Whether contact forces are hidden: the arrow of a single contact would double its force. */
  standAlone(alone: boolean): void {
    this.alone = alone;
  }

  pose(time: number): void {
    const { strokes, contacts, fill } = this;
    if (!this.root.visible) {
      return;
    }
    strokes.begin();
    this.filled = 0;
    for (const patch of patchesOf(contacts, contacts.at(time))) {
      this.outline(patch);
      if (patch.contacts.length > 1 || this.alone) {
        strokes.arrow(...patch.centre, ...patch.force, ARROW, this.colour);
      }
    }
    strokes.finish();
    fill.geometry.setDrawRange(0, 3 * this.filled);
    fill.geometry.attributes.position.needsUpdate = true;
  }

  dispose(): void {
    this.strokes.dispose();
    this.fill.geometry.dispose();
    this.fill.material.dispose();
  }

  private outline({ outline }: Patch): void {
    const { point } = this.contacts, edges = outline.length > 2 ? outline.length
      : outline.length - 1;
    for (let i = 0; i < edges; i++) {
      this.strokes.line(point, outline[i], outline[(i + 1) % outline.length], EDGE, this.colour);
    }
    for (let i = 2; i < outline.length; i++) {
      this.triangle(outline[0], outline[i - 1], outline[i]);
    }
    for (const k of outline) { // rounds the corners
      const [x, y, z] = point;
      this.strokes.dot(x[k], y[k], z[k], edges > 0 ? EDGE : DOT, this.colour);
    }
  }

  private triangle(...contacts: [number, number, number]): void {
    const first = 9 * this.filled++, { point } = this.contacts;
    contacts.forEach((k, corner) => point.forEach((list, c) => {
      this.corners[first + 3 * corner + c] = list[k];
    }));
  }
}
