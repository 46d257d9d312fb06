// SPDX-License-Identifier: Apache-2.0
//
// Colours of the picture. Geoms keep the colour of the model. Geoms of MuJoCo's default grey, which
// means no colour was chosen, and stand-ins take the tint of their body.

import { Color, LinearSRGBColorSpace, SRGBColorSpace } from 'three';
import { TINTS } from '../core/tints';
import type { Theme } from './stage';

export const MARKS = {
  world: 0x7d8794,
  hinge: 0xf2a33a,
  slide: 0x45c08b,
  ball: 0xb18cf0,
  loop: 0xff5d7a,
  spring: 0xb9c2cc,
  site: 0x35c4dd,
  mass: 0xf4d35e,
  push: 0x58b184,
  friction: 0xff8a4c,
  patch: 0xe85fc4,
  chosen: 0xffd23f,
} as const;

export interface Scenery {
  zenith: number;
  horizon: number;
  floor: number;
  line: number;
  shadow: number; // darkness of shadows, 0 to 1
  sky: number; // light from above
  bounce: number; // light from the ground
  ambient: number; // intensity of sky and ground light
  key: number; // intensity of the sun
}

export const SCENERY: Record<Theme, Scenery> = {
  dark: {
    zenith: 0x0a0d13, horizon: 0x232c39, floor: 0x171d26, line: 0x47566a, shadow: 0.45,
    sky: 0xc8d8f0, bounce: 0x3b4048, ambient: 1.35, key: 2.3,
  },
  light: {
    zenith: 0xc9d8ea, horizon: 0xf7f9fc, floor: 0xe6eaf0, line: 0x9fadbf, shadow: 0.28,
    sky: 0xffffff, bounce: 0xb9b2a8, ambient: 1.7, key: 1.9,
  },
};

/** A colour for a shader that writes sRGB values: without conversion to linear light. */
export function asShown(colour: number): Color {
  return new Color().setHex(colour, LinearSRGBColorSpace);
}

/** The tint of a body. */
export function bodyColour(body: number): Color {
  return new Color(body < 0 ? MARKS.world : TINTS[body % TINTS.length]);
}

/** The colour of a geom in a body. */
export function geomColour(rgba: readonly number[], body: number): Color {
  const [r = 0.5, g = 0.5, b = 0.5] = rgba;
  const unchosen = r === 0.5 && g === 0.5 && b === 0.5;
  return unchosen ? bodyColour(body) : new Color().setRGB(r, g, b, SRGBColorSpace);
}

/** The tint of a run after the first; the first run keeps the colours of its bodies. */
export function tint(run: number): Color {
  return new Color(TINTS[run % TINTS.length]);
}
