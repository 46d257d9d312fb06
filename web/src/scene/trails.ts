// SPDX-License-Identifier: Apache-2.0
//
// Trails: past paths of sites as ribbons of constant width in pixels that fade with age. The whole
// path is on the graphics card from the start; a frame sets one number.

import {
  Color, DoubleSide, Group, InstancedBufferGeometry, InstancedInterleavedBuffer,
  InterleavedBufferAttribute, Float32BufferAttribute, Mesh, ShaderMaterial, Vector2,
} from 'three';
import type { Motion } from '../data/film';
import type { Site } from '../data/page';

const WIDTH = 2.6; // CSS pixels
const COLOURS = [0x35c4dd, 0xf2a33a, 0xb18cf0, 0x58b184, 0xff5d7a, 0xd4b24c];

const vertexShader = /* glsl */ `
  attribute vec4 from; // x y z and the time
  attribute vec4 to;
  uniform vec2 screen;
  uniform float width;
  varying float when;

  void main() {
    vec4 a = projectionMatrix * viewMatrix * vec4(from.xyz, 1.0);
    vec4 b = projectionMatrix * viewMatrix * vec4(to.xyz, 1.0);
    vec4 here = position.x < 0.5 ? a : b;
    vec2 way = (b.xy / b.w - a.xy / a.w) * screen;
    way = dot(way, way) > 0.0 ? normalize(way) : vec2(1.0, 0.0);
    vec2 side = vec2(-way.y, way.x) * position.y;
    here.xy += side * width / screen * here.w;
    when = position.x < 0.5 ? from.w : to.w;
    gl_Position = min(a.w, b.w) > 0.0 ? here : vec4(2.0, 2.0, 2.0, 1.0);
  }`;

const fragmentShader = /* glsl */ `
  uniform vec3 colour;
  uniform float now;
  uniform float fade;
  varying float when;

  void main() {
    float age = (now - when) / fade;
    if (age < 0.0 || age > 1.0) {
      discard;
    }
    gl_FragColor = vec4(colour, 0.95 * (1.0 - age) * (1.0 - age) + 0.04);
    #include <colorspace_fragment>
  }`;

/** A ribbon: one quad per segment of a path. */
function ribbon(path: Float32Array, time: ArrayLike<number>): InstancedBufferGeometry {
  const points = time.length, numbers = new Float32Array(4 * Math.max(points, 2));
  for (let k = 0; k < points; k++) {
    numbers.set(path.subarray(3 * k, 3 * k + 3), 4 * k);
    numbers[4 * k + 3] = time[k];
  }
  const buffer = new InstancedInterleavedBuffer(numbers, 4, 1);
  const next = new InstancedInterleavedBuffer(numbers.subarray(4), 4, 1);
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(
    [0, -0.5, 0, 1, -0.5, 0, 1, 0.5, 0, 0, -0.5, 0, 1, 0.5, 0, 0, 0.5, 0], 3));
  geometry.setAttribute('from', new InterleavedBufferAttribute(buffer, 4, 0));
  geometry.setAttribute('to', new InterleavedBufferAttribute(next, 4, 0));
  geometry.instanceCount = Math.max(points - 1, 0);
  return geometry;
}

export class Trails {
  readonly root = new Group();
  private readonly shared = { now: { value: 0 }, screen: { value: new Vector2(1, 1) } };
  private ribbons: Mesh<InstancedBufferGeometry, ShaderMaterial>[] = [];

  constructor(private readonly motion: Motion, private readonly sites: readonly Site[]) {}

  /** Replace the trails by those of some sites. */
  of(sites: readonly number[]): void {
    this.dispose();
    const { time } = this.motion;
    const paths = this.motion.paths(sites.map((site) => this.sites[site]));
    const fade = this.lasting();
    this.ribbons = paths.map((path, k) => {
      const material = new ShaderMaterial({
        vertexShader, fragmentShader, transparent: true, depthWrite: false, side: DoubleSide,
        uniforms: {
          ...this.shared, width: { value: 2 * WIDTH }, fade: { value: fade },
          colour: { value: new Color(COLOURS[k % COLOURS.length]) },
        },
      });
      const mesh = new Mesh(ribbon(path, time), material);
      mesh.frustumCulled = false;
      mesh.renderOrder = 2;
      return mesh;
    });
    this.ribbons.forEach((ribbon) => this.root.add(ribbon)); // add() of none is an error
  }

  pose(time: number): void {
    this.shared.now.value = time;
  }

  /** The picture has a new size [CSS pixels]. */
  resize(width: number, height: number): void {
    this.shared.screen.value.set(width, height);
  }

  dispose(): void {
    this.root.clear();
    this.ribbons.forEach(({ geometry, material }) => {
      geometry.dispose();
      material.dispose();
    });
    this.ribbons = [];
  }

  /** Time until a trail fades [s]: 4 s, or the whole of a shorter motion. */
  private lasting(): number {
    return Math.max(Math.min(this.motion.end - this.motion.start, 4), 1e-9);
  }
}
