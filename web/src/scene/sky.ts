// SPDX-License-Identifier: Apache-2.0
//
// The sky: a gradient by viewing direction, brightest at the horizon. It covers the whole picture,
// so its colours are mixed in sRGB, which is cheap.

import { BackSide, Color, Mesh, ShaderMaterial, SphereGeometry } from 'three';
import { asShown, type Scenery } from './colours';

const vertexShader = /* glsl */ `
  varying vec3 way;

  void main() {
    way = position;
    vec4 here = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
    gl_Position = here.xyww; // at the far plane
  }`;

const fragmentShader = /* glsl */ `
  uniform vec3 zenith;
  uniform vec3 horizon;
  varying vec3 way;

  // noise hides the banding of eight bits
  float noise(vec2 p) {
    return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))) - 0.5;
  }

  void main() {
    float up = normalize(way).z;
    vec3 colour = mix(horizon, zenith, smoothstep(0.0, 0.75, abs(up + 0.02)));
    gl_FragColor = vec4(colour + noise(gl_FragCoord.xy) / 255.0, 1.0);
  }`;

export class Sky {
  readonly mesh = new Mesh(new SphereGeometry(1, 32, 16), new ShaderMaterial({
    vertexShader, fragmentShader, side: BackSide, depthTest: false, depthWrite: false,
    uniforms: { zenith: { value: new Color() }, horizon: { value: new Color() } },
  }));

  constructor() {
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -10;
  }

  applyScenery({ zenith, horizon }: Scenery): void {
    this.mesh.material.uniforms.zenith.value.copy(asShown(zenith));
    this.mesh.material.uniforms.horizon.value.copy(asShown(horizon));
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
