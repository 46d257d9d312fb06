// SPDX-License-Identifier: Apache-2.0
//
// The ground: a floor with a grid of round spacing that fades into the horizon, and the shadows on
// it.

import { Color, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial } from 'three';
import type { Model } from '../data/page';
import { asShown, type Scenery } from './colours';
import type { Extent } from './extent';
import { isGround } from './geoms';
import { GRID_LINES } from './grid_lines';

/** Height of the ground: that of a model's ground plane; else just below terrain that is scenery;
 * else zero if the motion stays above and near zero; else just below the lowest point if it is
 * slightly below zero; else some distance below the lowest point. */
export function groundLevel(models: readonly Model[], extent: Extent): number {
  const { low, high, size, scenery } = extent;
  for (const { geoms } of models) {
    const plane = geoms.find(isGround);
    if (plane) {
      return plane.frame[2];
    }
  }
  if (scenery) {
    return scenery.low[2] - 0.001 * size;
  }
  const tall = high[2] - low[2];
  const above = low[2] >= -0.01 * size, near = low[2] <= Math.max(tall, size);
  if (above && near) {
    return 0;
  }
  const stands = low[2] < 0 && low[2] > -0.2 * size;
  return low[2] - (stands ? 0.001 : 0.12) * size;
}

/** The largest round number (1, 2 or 5 times a power of ten) not above x. */
export function round(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x) + 1e-9);
  const digit = x / power * (1 + 1e-9);
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

const WIDE = 26; // half side of the floor / size of the mechanism, at least
const FAR = 6; // half side of the floor / diagonal of the box of motion, at least

const vertexShader = /* glsl */ `
  varying vec2 place;
  varying vec2 disc;

  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xy;
    disc = position.xy;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`;

const fragmentShader = /* glsl */ `
  uniform vec3 floorColour;
  uniform vec3 lineColour;
  varying vec2 place;
  varying vec2 disc;
  ${GRID_LINES}

  void main() {
    vec3 colour = mix(floorColour, lineColour, gridLines(place));
    float fade = 1.0 - smoothstep(0.05, 0.9, length(disc));
    gl_FragColor = vec4(colour, fade * fade);
  }`;

export class Ground {
  readonly root = new Group();
  /** Grid spacing [m]. */
  readonly cell: number;
  private readonly floor: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly shade: Mesh<PlaneGeometry, ShadowMaterial>;

  /** @param size  of the mechanism, for the grid  @param reach  of the motion, for the floor */
  constructor(private readonly level: number, size: number, reach: number) {
    this.cell = round(size / 3);
    this.floor = new Mesh(new PlaneGeometry(2, 2), new ShaderMaterial({
      vertexShader, fragmentShader, transparent: true, depthWrite: false,
      uniforms: {
        floorColour: { value: new Color() }, lineColour: { value: new Color() },
        cell: { value: this.cell },
      },
    }));
    this.floor.renderOrder = -3;
    this.shade = new Mesh(new PlaneGeometry(2, 2), new ShadowMaterial({ depthWrite: false }));
    this.shade.renderOrder = -2;
    this.shade.receiveShadow = true;
    this.root.add(this.floor, this.shade);
    const wide = Math.max(WIDE * size, FAR * reach);
    this.root.scale.set(wide, wide, 1);
    this.under(0, 0);
  }

  /** Centre the floor below a point. */
  under(x: number, y: number): void {
    this.root.position.set(x, y, this.level);
  }

  applyScenery({ floor, line, shadow }: Scenery): void {
    this.floor.material.uniforms.floorColour.value.copy(asShown(floor));
    this.floor.material.uniforms.lineColour.value.copy(asShown(line));
    this.shade.material.opacity = shadow;
  }

  dispose(): void {
    for (const { geometry, material } of [this.floor, this.shade]) {
      geometry.dispose();
      material.dispose();
    }
  }
}
