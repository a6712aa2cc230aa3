import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeOldBundles } from './remove-old-bundles.ts';

/** Larger than any number of a process. */
const NO_PROCESS = 2 ** 30;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-bundles-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function bundle(name: string, minute: number): void {
  mkdirSync(path.join(folder, name));
  utimesSync(path.join(folder, name), new Date(), new Date(2026, 0, 1, 0, minute));
}

const nameOf = (place: number): string => place.toString(16).padStart(16, '0');

describe('old bundles', () => {
  it('are removed beyond the ten newest ones, whatever else is in the folder', () => {
    for (let minute = 0; minute < 12; minute += 1) bundle(nameOf(minute), minute);
    writeFileSync(path.join(folder, 'failed'), 'no network');
    removeOldBundles(folder);
    const kept = Array.from({ length: 10 }, (_, place) => nameOf(place + 2));
    expect(readdirSync(folder).sort()).toEqual([...kept, 'failed'].sort());
  });

  it('that a killed build left are removed, and those of a running one are kept', () => {
    const [killed, running] = [`${nameOf(1)}.${NO_PROCESS}`, `${nameOf(2)}.${process.pid}`];
    for (const name of [killed, running]) bundle(name, 0);
    removeOldBundles(folder);
    expect(readdirSync(folder)).toEqual([running]);
  });
});
