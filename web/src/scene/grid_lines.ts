// SPDX-License-Identifier: Apache-2.0
//
// Grid lines at round world coordinates x and y, on the ground and on terrain.

import type { IUniform, MeshStandardMaterial } from 'three';

/** GLSL: coverage of a pixel by the lines of a grid, every fifth of which is stronger. */
export const GRID_LINES = /* glsl */ `
  uniform float cell;

  // coverage of a pixel by lines at unit spacing
  float lines(vec2 p, float width) {
    vec2 pixel = max(fwidth(p), 1e-6);
    vec2 off = abs(fract(p - 0.5) - 0.5) / pixel;
    vec2 cover = clamp(0.5 + width * 0.5 - off, 0.0, 1.0);
    float dense = clamp(1.4 - 4.0 * max(pixel.x, pixel.y), 0.0, 1.0);
    return max(cover.x, cover.y) * dense;
  }

  float gridLines(vec2 place) {
    float fine = 0.34 * lines(place / cell, 1.0);
    float coarse = 0.62 * lines(place / (5.0 * cell), 1.3);
    return max(fine, coarse);
  }`;

const DARK = 0.75; // part of its light that a surface loses under a line

/** Replace a line of a shader by itself and more. */
function after(shader: string, line: string, more: string): string {
  return shader.replace(line, `${line}\n${more}`);
}

/** Draw grid lines on the sides of a material that face up; `cell`: their spacing [m]. */
export function rule(material: MeshStandardMaterial, cell: IUniform<number>): void {
  material.customProgramCacheKey = () => 'ruled';
  material.onBeforeCompile = (shader) => {
    shader.uniforms.cell = cell;
    shader.vertexShader = after(
      `varying vec3 ruled; // x, y of the world, z of the normal\n${shader.vertexShader}`,
      '#include <project_vertex>',
      'ruled = vec3((modelMatrix * instanceMatrix * vec4(transformed, 1.0)).xy, objectNormal.z);');
    shader.fragmentShader = after(
      `varying vec3 ruled;\n${GRID_LINES}\n${shader.fragmentShader}`,
      '#include <color_fragment>',
      `diffuseColor.rgb *= 1.0 - ${DARK} * step(0.1, ruled.z) * gridLines(ruled.xy);`);
  };
}
