// SPDX-License-Identifier: Apache-2.0
//
// From the elements of the page to runs. Their lists are unpacked when they are first asked for.

import { Arrays, Unreadable } from './arrays';
import { contactsActed, EnergyTaken } from './energy';
import { Motion } from './film';
import type { Comparison, Facts, Mesh, Model, Page, Run } from './page';
import { Curve, type Quantity } from './series';
import { Contacts } from './contacts';

/** A run whose lists can be asked for. */
export interface LoadedRun {
  title: string;
  file: string;
  facts: Facts | null;
  model: Model | null;
  motion: Motion | null;
  contacts: Contacts | null; // null: nothing touched
  curves: Quantity[];
  /** The curve of a name, if the run has one. */
  curve(name: string): Quantity | undefined;
  /** Corners and triangles of a mesh of the model. */
  mesh(mesh: Mesh): { vertices: Float64Array[]; faces: Float64Array[] };
}

export interface LoadedComparison extends Omit<Comparison, 'error'> {
  error: Curve | null;
}

/** All that a page shows. */
export interface Report {
  generator: string;
  runs: LoadedRun[];
  comparison: { reference: number; measure: string; rows: LoadedComparison[] } | null;
}

/** The quantities of a run. Where contacts acted, the energy balance is the energy that they took
 * instead of an energy error. */
function curvesOf(run: Run, arrays: Arrays): Quantity[] {
  const curves = run.series.map((series) => new Curve(series, arrays));
  return !contactsActed(run, curves) ? curves : curves.map((curve) =>
    (curve.name === 'energy_error' && curve.group === 'error' ? new EnergyTaken(curve) : curve));
}

function loadedRun(run: Run, arrays: Arrays): LoadedRun {
  const curves = curvesOf(run, arrays);
  const byName = new Map(curves.map((curve) => [curve.name, curve]));
  return {
    title: run.title,
    file: run.file,
    facts: run.facts,
    model: run.model,
    motion: run.film && run.model ? new Motion(run.film, run.model, arrays) : null,
    contacts: run.film && run.touches ? new Contacts(run.touches, run.film, arrays) : null,
    curves,
    curve: (name) => byName.get(name),
    mesh: (mesh) => ({ vertices: arrays.unpack(mesh.vertices), faces: arrays.unpack(mesh.faces) }),
  };
}

/** Titles that tell runs apart: of those that have the same, the names of their files; of those
 * whose files are called the same, too, with their numbers. */
function titles(runs: readonly Run[]): string[] {
  const alone = (all: readonly string[], name: string): boolean =>
    all.indexOf(name) === all.lastIndexOf(name);
  const given = runs.map(({ title }) => title);
  const files = runs.map(({ title, file }) =>
    (alone(given, title) ? title : file.replace(/\.\w+$/, '')));
  return files.map((name, k) => (alone(files, name) ? name : `${name} (${k + 1})`));
}

function loaded(page: Page, arrays: Arrays): Report {
  const { comparison } = page;
  const names = titles(page.runs);
  return {
    generator: page.generator,
    runs: page.runs.map((run, k) => loadedRun({ ...run, title: names[k] }, arrays)),
    comparison: comparison && {
      ...comparison,
      rows: comparison.rows.map((row) => ({
        ...row, error: row.error && new Curve(row.error, arrays),
      })),
    },
  };
}

/** The text of an element that `ludo` writes into the page. */
function textOf(document: Pick<Document, 'getElementById'>, id: string): string {
  const text = document.getElementById(id)?.textContent;
  if (!text) {
    throw new Unreadable('This page holds no run: it is the form that `ludo report` fills in.');
  }
  return text;
}

function described(text: string): Page {
  let page: Page;
  try {
    page = JSON.parse(text) as Page;
  } catch (error) {
    throw new Unreadable(`The description of the run is damaged: ${(error as Error).message}.`);
  }
  if (page.format !== 1) {
    throw new Unreadable(`This page is of format ${String(page.format)}; it shows format 1.`);
  }
  if (!Array.isArray(page.runs) || page.runs.length === 0) {
    throw new Unreadable('The description of the run is damaged: there is none in it.');
  }
  return page;
}

async function inflated(base64: string, they: string): Promise<Uint8Array> {
  if (typeof DecompressionStream === 'undefined') {
    throw new Unreadable('This browser can’t inflate pages; those since 2023 can.');
  }
  try {
    const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Unreadable(`${they} damaged or cut off.`);
  }
}

/** Read what `ludo` wrote into a page.
 * @throws Unreadable */
export async function decodePage(document: Pick<Document, 'getElementById'>): Promise<Report> {
  const text = textOf(document, 'ludo-page').trim();
  const page = described(text.startsWith('{') ? text
    : new TextDecoder().decode(await inflated(text, 'The description of this page is')));
  const numbers = textOf(document, 'ludo-arrays').trim();
  const arrays = new Arrays(await inflated(numbers, 'The numbers of this page are'));
  return loaded(page, arrays);
}
