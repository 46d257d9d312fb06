// SPDX-License-Identifier: Apache-2.0
//
// The data of a page: the contract between `ludo report`, `ludo compare` and this front end. The
// element <script id="ludo-page"> holds JSON, <script id="ludo-arrays"> all long arrays of numbers
// as one block of bytes; both are deflated (zlib) and in base64. Other writers may leave the JSON
// uncompressed.
//
// Units are SI, angles radians, quaternions [w, x, y, z], frames [x, y, z, w, x, y, z], world z up.
// Bodies are numbered from 0; -1 is the world.

/** An array in the block: `tracks` lists of `count` numbers each, one list after the other.
 *
 * "ints": number = start + scale * integer. Integers have `bytes` bytes, two's complement, and are
 * stored as differences from the one before in their list (modulo 256^bytes; the first as it is).
 * The lowest bytes of the whole array come first, then all second bytes, ...
 * "floats": IEEE single precision, lowest bytes first as above; not-a-number is a gap. */
export interface PackedArray {
  at: number; // where it starts in the inflated block [bytes]
  tracks: number;
  count: number;
  kind: 'ints' | 'floats';
  bytes: 1 | 2 | 4;
  scale: number;
  start: number;
}

export type Vec3 = [number, number, number];
export type Frame = [number, number, number, number, number, number, number];

export interface Body {
  name: string;
  parent: number;
  merged_into: number; // the body that it is merged into; its own index if it isn't merged
  frame_in_merged: Frame;
  mass: number;
  com: Vec3;
  inertia: [number, number, number, number, number, number]; // xx yy zz xy xz yz
}

export interface Joint {
  name: string;
  type: string;
  parent: number;
  child: number;
  axis: Vec3; // in the child's frame; zero: no axis
  anchor: Vec3; // in the child's frame
  loop: boolean; // whether it closes a loop
  merged: boolean;
}

export interface Loop {
  name: string;
  type: string; // type of joint, or "coupling"
  parent: number;
  child: number;
  anchor: Vec3 | null; // in the child's frame; null: a coupling has none
}

export interface Geom {
  name: string;
  type: string; // plane sphere capsule cylinder box ellipsoid mesh hfield
  body: number;
  frame: Frame; // in the body frame
  size: Vec3; // as in MJCF: radius, half lengths; of a height field the depth of its base
  rgba: [number, number, number, number];
  group: number;
  mesh: number; // index of the mesh, or -1; of a height field its surface, in rows of a grid
}

export interface Mesh {
  name: string;
  vertices: PackedArray; // 3 tracks: x, y, z
  faces: PackedArray; // 3 tracks: counter-clockwise from outside; none: the hull of the vertices
}

export interface Site {
  name: string;
  body: number;
  frame: Frame;
}

export interface Spring {
  name: string;
  type: string; // distance path tendon
  sites: [number, number] | null; // of a distance
  path: [number, number][]; // the two sites of each segment of a path
}

export interface Model {
  name: string;
  gravity: Vec3;
  mass: number;
  dof: number;
  freedom: number | null; // degrees of freedom that loops leave
  rows: number;
  redundant: number | null;
  warnings: string[];
  bodies: Body[];
  joints: Joint[];
  loops: Loop[];
  geoms: Geom[];
  meshes: Mesh[];
  sites: Site[];
  springs: Spring[];
  actuators: { name: string }[];
}

/** Facts about a run; null: unknown. */
export interface Facts {
  integrator: string;
  order: number;
  dt: number;
  steps: number;
  solves: number;
  iterations: number;
  subdivided: number;
  wall: number | null;
  version: string;
  complete: boolean;
  message: string; // why it stopped; "": it ran to its end
  summary: Record<string, unknown> | null; // as `ludo simulate --summary` writes it
}

/** Poses at some knots, the first and the last among them. */
export interface Film {
  time: PackedArray; // 1 track
  bodies: number[]; // bodies with tracks; all others keep their frame of `rest`
  rest: Frame[]; // per body of the model, at the first knot
  position: PackedArray; // 3 tracks per body of `bodies`: x, y, z
  orientation: PackedArray; // 4 tracks per body of `bodies`: w, x, y, z
}

/** Contacts at the frames of the film, of the step that ends there. */
export interface Touches {
  first: PackedArray; // 1 track: per frame, the index of its first contact; then their total count
  bodies: PackedArray; // 2 tracks: the two bodies
  point: PackedArray; // 3 tracks [m]
  normal: PackedArray; // 3 tracks: force on the second body, along the normal [N]
  friction: PackedArray; // 3 tracks: friction force on the second body [N]
}

/** A quantity against time, at the knots (ends of steps) that were recorded. A long series is
 * thinned to the lowest and the highest recorded point of each interval. */
export interface Series {
  name: string; // unique within the run, as `ludo plot --y` takes it: "energy", "crank.rate", ...
  label: string; // in words
  group: 'energy' | 'error' | 'violation' | 'momentum' | 'solver' | 'contact' | 'joint' | 'rate'
    | 'control' | 'sensor' | 'body' | 'other';
  unit: string; // "" where there is none
  knots: number; // recorded; more than the points if the series was thinned
  time: PackedArray; // 1 track
  value: PackedArray; // 1 track
}

export interface Run {
  title: string;
  file: string; // its name without folders
  facts: Facts | null; // null here and below: a table of another program
  model: Model | null;
  film: Film | null;
  touches?: Touches | null; // null: no contacts
  series: Series[];
}

/** A run compared with the reference. */
export interface Comparison {
  run: number;
  unit: string; // of the error: "m", "rad", "m, rad"
  error: Series | null; // against time; null: the reference itself
  largest: number | null;
  final: number | null;
  energy_error: number | null; // largest magnitude [J]
  order: number | null; // observed order, from this run to the next finer one of its integrator
}

export interface Page {
  format: 1;
  generator: string; // "ludo 0.2.0"
  runs: Run[]; // at least one
  comparison: { reference: number; measure: string; rows: Comparison[] } | null;
}
