// SPDX-License-Identifier: Apache-2.0
//
// Lights: sky and ground, a sun whose shadow map covers the mechanism, and a weak fill light from
// the camera, so that no visible side is dark.

import { DirectionalLight, Group, HemisphereLight, Vector3 } from 'three';
import type { Body } from '../data/page';
import type { Scenery } from './colours';
import { move, type Placements } from './placements';

const SUN = new Vector3(-0.5, -0.75, 1).normalize(); // direction to the sun

export class Lights {
  readonly root = new Group();
  private readonly sky = new HemisphereLight();
  private readonly sun = new DirectionalLight();
  private readonly fill = new DirectionalLight();
  private readonly middle = new Vector3();
  private readonly point = [0, 0, 0];

  constructor(private readonly size: number) {
    this.sky.position.set(0, 0, 1);
    this.sun.castShadow = true;
    const { shadow } = this.sun, reach = 1.5 * size;
    shadow.camera.left = shadow.camera.bottom = -reach;
    shadow.camera.right = shadow.camera.top = reach;
    shadow.camera.near = 0.1 * size;
    shadow.camera.far = 12 * size;
    shadow.camera.up.set(0, 0, 1);
    shadow.normalBias = 0.004 * size;
    shadow.bias = -0.0004;
    shadow.radius = 3.5;
    this.sharpness(2048);
    this.root.add(this.sky, this.sun, this.sun.target, this.fill, this.fill.target);
    this.at(this.middle);
  }

  /** Centre the shadow map on the centre of mass, rounded to a grid so that the edges of shadows
   * don't flicker. */
  centreOn(bodies: readonly Body[], at: Placements): void {
    const step = 0.4 * this.size, { middle, point } = this;
    let total = 0;
    middle.set(0, 0, 0);
    bodies.forEach(({ mass, com }, body) => {
      const weight = mass + 1e-12;
      move(point, at.numbers, at.at(body), com);
      middle.x += weight * point[0];
      middle.y += weight * point[1];
      middle.z += weight * point[2];
      total += weight;
    });
    this.at(middle.divideScalar((total || 1) * step).round().multiplyScalar(step));
  }

  /** Place the fill light at the camera. */
  fillFrom(eye: Vector3, target: Vector3): void {
    this.fill.position.copy(eye);
    this.fill.target.position.copy(target);
  }

  /** Set the side of the shadow map in pixels; 0: no shadows. Whether the map must be redrawn. */
  sharpness(pixels: number): boolean {
    const { shadow } = this.sun, cast = pixels > 0;
    const resized = cast && shadow.mapSize.x !== pixels;
    if (resized) {
      shadow.mapSize.set(pixels, pixels);
      shadow.map?.dispose();
      shadow.map = null;
    }
    const anew = resized || cast !== this.sun.castShadow;
    this.sun.castShadow = cast;
    return anew;
  }

  applyScenery({ sky, bounce, ambient, key }: Scenery): void {
    this.sky.color.set(sky);
    this.sky.groundColor.set(bounce);
    this.sky.intensity = ambient;
    this.sun.intensity = key;
    this.fill.intensity = 0.26 * key;
  }

  dispose(): void {
    this.sun.dispose();
    this.fill.dispose();
    this.sky.dispose();
  }

  /** Centre the shadow map on a point. */
  private at(place: Vector3): void {
    this.sun.target.position.copy(place);
    this.sun.position.copy(SUN).multiplyScalar(6 * this.size).add(place);
    this.sun.target.updateMatrixWorld();
  }
}
