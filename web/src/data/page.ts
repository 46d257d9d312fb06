// SPDX-License-Identifier: Apache-2.0
//
// What the program writes into a page: the contract between `ludo report`, `ludo compare` and this
// front end. The page holds it as JSON in <script id="ludo-page">, and all long lists of numbers as
// one block of bytes in <script id="ludo-arrays">; both are deflated (zlib) and in base64. JSON may
// as well stand there as it is, where it isn't `ludo` that wrote it.
//
// Units are SI, angles radians, quaternions [w, x, y, z], frames [x, y, z, w, x, y, z], world z up.
// Bodies are numbered from 0; -1 is the world.

/** Numbers in the block: `tracks` lists of `count` numbers each, one list after the other.
 *
 * "ints": number = start + scale * integer. Integers of `bytes` bytes, each less the one before it
 * in its list (modulo 256^bytes; the first as it is), all lowest bytes of the whole array first,
 * then all second bytes, ... signed two's complement.
 * "floats": IEEE single precision, all lowest bytes first, and so on; not-a-number is a gap. */
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
  host: number; // the body that it is merged with; itself where it isn't merged
  in_host: Frame;
  mass: number;
  com: Vec3;
  inertia: [number, number, number, number, number, number]; // xx yy zz xy xz yz
}

export interface Joint {
  name: string;
  type: string;
  parent: number;
  child: number;
  axis: Vec3; // in the child's frame; zero where there is none
  anchor: Vec3; // in the child's frame
  loop: boolean; // closes one
  merged: boolean;
}

export interface Loop {
  name: string;
  type: string; // of a joint, or "coupling"
  parent: number;
  child: number;
  anchor: Vec3 | null; // in the child's frame; null: a coupling has none
}

export interface Geom {
  name: string;
  type: string; // plane sphere capsule cylinder box ellipsoid mesh
  body: number;
  frame: Frame; // in the body frame
  size: Vec3; // as in MJCF: radius, half lengths
  rgba: [number, number, number, number];
  group: number;
  mesh: number; // number of the mesh, or -1
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
  type: string; // distance tendon
  sites: [number, number] | null; // of a distance
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

/** What is known of a run; null is unknown. */
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
  message: string; // why it stopped; "": it didn't
  summary: Record<string, unknown> | null; // as `ludo simulate --summary` writes it
}

/** Poses at some knots, the first and the last among them. */
export interface Film {
  time: PackedArray; // 1 track
  bodies: number[]; // those that move by themselves; others rest where `rest` says
  rest: Frame[]; // per body of the model, at the first knot
  position: PackedArray; // 3 tracks per body of `bodies`: x, y, z
  orientation: PackedArray; // 4 tracks per body of `bodies`: w, x, y, z
}

/** Contacts at the frames of the film: those of the step that led there. */
export interface Touches {
  first: PackedArray; // 1 track: per frame and one more the number of its first contact
  bodies: PackedArray; // 2 tracks: that touch
  point: PackedArray; // 3 tracks [m]
  normal: PackedArray; // 3 tracks: force on the second body, along the normal [N]
  friction: PackedArray; // 3 tracks: likewise, along the surface [N]
}

/** A quantity against time. Where there were more knots than are kept, of each stretch the lowest
 * and the highest are: every point is one that was recorded. */
export interface Series {
  name: string; // unique within the run, as `ludo plot --y` takes it: "energy", "crank.rate", ...
  label: string; // for people
  group: 'energy' | 'error' | 'violation' | 'momentum' | 'solver' | 'contact' | 'joint' | 'rate'
    | 'control' | 'body' | 'other';
  unit: string; // "" where there is none
  knots: number; // recorded; more than points where it was thinned
  time: PackedArray; // 1 track
  value: PackedArray; // 1 track
}

export interface Run {
  title: string;
  file: string; // its name without folders
  facts: Facts | null; // null: a table of another program
  model: Model | null; // likewise
  film: Film | null; // likewise
  touches?: Touches | null; // null: nothing touched
  series: Series[];
}

/** How a run compares with the reference. */
export interface Comparison {
  run: number;
  unit: string; // of the error: "m", "rad", "m, rad"
  error: Series | null; // against time; null: the reference itself
  largest: number | null;
  final: number | null;
  energy_error: number | null; // largest magnitude [J]
  order: number | null; // observed, from this run to the next finer one of the same integrator
}

export interface Page {
  format: 1;
  generator: string; // "ludo 0.1.0"
  runs: Run[]; // at least one
  comparison: { reference: number; measure: string; rows: Comparison[] } | null;
}
