// SPDX-License-Identifier: Apache-2.0
//
// Pages to open: made by the program, or synthetic where the contents matter.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { elements, Packer } from '../test/fixtures';
import { pageOf } from '../test/mechanisms';
import type { Run } from '../src/data/page';

const ROOT = resolve('..');

const PATIENCE = 240_000; // ms that a program may take

/** The program: LUDO_PROGRAM, or that of build-gcc or build. */
const PROGRAM = [process.env.LUDO_PROGRAM ?? '', 'build-gcc/ludo', 'build/ludo']
  .filter((path) => path !== '').map((path) => resolve(ROOT, path)).find(existsSync);

/** Folder of pages and screenshots. */
export const folder = join(PROGRAM ? resolve(PROGRAM, '..') : resolve(ROOT, 'build'), 'e2e');

/** Run the program in the root of the sources; its output. */
export function ludo(...words: string[]): string {
  if (PROGRAM === undefined) {
    throw new Error('no program in build-gcc or build: build it, or set LUDO_PROGRAM to its path');
  }
  mkdirSync(folder, { recursive: true });
  return execFileSync(PROGRAM, words, { cwd: ROOT, encoding: 'utf8', timeout: PATIENCE });
}

let template: string | undefined;

/** A page of synthetic runs in the template of the program. */
export function synthetic(name: string, ...makers: ((packer: Packer) => Run)[]): string {
  const packer = new Packer();
  const page = pageOf(...makers.map((make) => make(packer)));
  return filled(name, elements(page, packer));
}

/** The template with some data. */
export function filled(name: string, data: string): string {
  const file = join(folder, `${name}.html`);
  if (template === undefined) {
    const path = join(folder, 'template.html');
    mkdirSync(folder, { recursive: true });
    execFileSync(join(ROOT, 'tools/build_page'), [path], { timeout: PATIENCE });
    template = readFileSync(path, 'utf8');
  }
  writeFileSync(file, template.replace('<!--ludo:page-->', () => data));
  return file;
}
