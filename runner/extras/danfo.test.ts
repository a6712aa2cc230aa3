import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadDanfo } from './danfo.ts';
import { extrasFolder } from './extras-folder.ts';

let extras: string;

beforeEach(() => {
  extras = mkdtempSync(path.join(os.tmpdir(), 'millrace-extras-'));
});

afterEach(() => {
  rmSync(extras, { recursive: true });
});

/** Writes a stand-in for the installed package. */
function install(version: string, code: string): void {
  const folder = path.join(extras, 'danfo', 'node_modules', 'danfojs-node');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version, main: 'main.js' }));
  writeFileSync(path.join(folder, 'main.js'), code);
}

describe('loading danfo', () => {
  it('fails with the command that installs it when it is not installed', () => {
    expect(() => loadDanfo(extras)).toThrow(
      `danfojs-node is not installed in ${extras}/danfo. Install it with \`npx millrace setup danfo --folder ${extras}\`; on Kubernetes, use an image of the target runner-extras.`,
    );
  });

  it('fails when another version is installed, and names both', () => {
    install('1.1.0', 'module.exports = {};');
    expect(() => loadDanfo(extras)).toThrow(/is version 1\.1\.0, and this release needs 1\.2\.0\./);
  });

  it('fails with the reason when a package that it needs is missing', () => {
    install('1.2.0', "require('@tensorflow/tfjs-node');");
    expect(() => loadDanfo(extras)).toThrow(
      /cannot be loaded \(Cannot find module '@tensorflow\/tfjs-node'.*\)\. Install it with/,
    );
  });

  it('returns the installed module, and the same one again', () => {
    install('1.2.0', 'module.exports = { DataFrame: class {} };');
    expect(loadDanfo(extras)).toHaveProperty('DataFrame');
    expect(loadDanfo(extras)).toBe(loadDanfo(extras));
  });
});

describe('the folder of the extras', () => {
  it('is SERVICE_EXTRAS_DIR, else a folder in the data folder', () => {
    expect(extrasFolder({ SERVICE_EXTRAS_DIR: '/extras', SERVICE_DATA_DIR: '/data' })).toBe(
      '/extras',
    );
    expect(extrasFolder({ SERVICE_EXTRAS_DIR: ' ', SERVICE_DATA_DIR: '/data' })).toBe(
      '/data/extras',
    );
    expect(extrasFolder({})).toBe(path.resolve('.millrace/extras'));
  });
});
