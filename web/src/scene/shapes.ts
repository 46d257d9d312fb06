// SPDX-License-Identifier: Apache-2.0
//
// Shapes of geoms, an entry per type. Geoms that differ only in scale share a form. Sizes are those
// of MJCF (radius, half lengths), long axes are z.

import {
  BoxGeometry, BufferAttribute, BufferGeometry, PlaneGeometry, Vector3,
} from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Vec3 } from '../data/page';
import type { Form, Solid } from './part';
import { BALL, CYLINDER, capsule } from './round';
import { terrain } from './terrain';

/** A box in the frame of a geom. */
export interface Bounds {
  middle: Vec3;
  half: Vec3; // half sides
}

interface Shape {
  form: (size: Readonly<Vec3>, mesh: number, solids: readonly Solid[]) => Form;
  scale: (size: Readonly<Vec3>) => Vec3;
  /** The box that it fills. */
  box: (size: Readonly<Vec3>, mesh: number, solids: readonly Solid[]) => Bounds;
  meshed?: boolean; // needs its mesh
}

const CREASE = Math.PI / 5; // rad; edges of a larger angle are shaded sharp
const MANY_FACES = 60_000; // more faces are shaded smooth: finding creases takes too long

const flat = (key: string, make: () => BufferGeometry) => (): Form => ({ key, round: false, make });

/** Three lists as triples. */
function triples<Out extends Float32Array | Uint32Array>(lists: Solid['faces'], out: Out): Out {
  lists.forEach((list, c) => {
    for (let i = 0; i < list.length; i++) {
      out[3 * i + c] = list[i];
    }
  });
  return out;
}

/** The convex hull of the vertices, for a mesh without faces. */
function hullGeometry([x, y, z]: Solid['vertices']): BufferGeometry {
  return new ConvexGeometry(Array.from(x, (_, i) => new Vector3(x[i], y[i], z[i])));
}

function meshGeometry({ vertices, faces }: Solid): BufferGeometry {
  if (faces[0].length === 0 && vertices[0].length > 3) {
    return hullGeometry(vertices);
  }
  const position = triples(vertices, new Float32Array(3 * vertices[0].length));
  const index = triples(faces, new Uint32Array(3 * faces[0].length));
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  if (faces[0].length <= MANY_FACES) {
    return toCreasedNormals(geometry, CREASE);
  }
  geometry.computeVertexNormals();
  return geometry;
}

const about = (...half: Vec3): Bounds => ({ middle: [0, 0, 0], half });

const between = (low: Readonly<Vec3>, high: Readonly<Vec3>): Bounds => ({
  middle: low.map((l, c) => 0.5 * (l + high[c])) as Vec3,
  half: low.map((l, c) => 0.5 * (high[c] - l)) as Vec3,
});

/** The lowest and the highest coordinates of vertices. */
function corners({ vertices }: Solid): [Vec3, Vec3] {
  const low: Vec3 = [Infinity, Infinity, Infinity], high: Vec3 = [-Infinity, -Infinity, -Infinity];
  vertices.forEach((list, c) => {
    for (let i = 0; i < list.length; i++) {
      low[c] = Math.min(low[c], list[i]);
      high[c] = Math.max(high[c], list[i]);
    }
  });
  return [low, high];
}

/** The box between the base of a height field and its highest vertex. */
function terrainBox(depth: number, surface: Solid): Bounds {
  const [[x, y, z], high] = corners(surface);
  return between([x, y, Math.min(z, -depth)], high);
}

const BOUNDLESS = 50; // half side of a plane of size 0 (infinite) [m]

export const SHAPES: Record<string, Shape> = {
  plane: {
    form: flat('plane', () => new PlaneGeometry(2, 2)),
    scale: ([x, y]) => [x || BOUNDLESS, y || BOUNDLESS, 1],
    box: () => about(0, 0, 0),
  },
  sphere: { form: () => BALL, scale: ([r]) => [r, r, r], box: ([r]) => about(r, r, r) },
  capsule: {
    form: ([r, h]) => capsule(h / r),
    scale: ([r]) => [r, r, r],
    box: ([r, h]) => about(r, r, r + h),
  },
  cylinder: {
    form: () => CYLINDER,
    scale: ([r, h]) => [r, r, h],
    box: ([r, h]) => about(r, r, h),
  },
  box: {
    form: flat('box', () => new BoxGeometry(2, 2, 2)),
    scale: (s) => [...s],
    box: (s) => about(...s),
  },
  ellipsoid: { form: () => BALL, scale: (s) => [...s], box: (s) => about(...s) },
  mesh: {
    form: (_, mesh, solids) => ({
      key: `mesh ${mesh}`, round: false,
      make: () => meshGeometry(solids[mesh]),
    }),
    scale: () => [1, 1, 1],
    box: (_, mesh, solids) => between(...corners(solids[mesh])),
    meshed: true,
  },
  hfield: {
    form: ([depth], mesh, solids) => ({
      key: `hfield ${mesh} ${depth}`, round: false, ruled: true,
      make: () => meshGeometry(terrain(solids[mesh], depth)),
    }),
    scale: () => [1, 1, 1],
    box: ([depth], mesh, solids) => terrainBox(depth, solids[mesh]),
    meshed: true,
  },
};
