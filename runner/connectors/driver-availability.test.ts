import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isAvailable, missingDriver } from './driver-availability.ts';
import { duckdb } from './providers/duckdb/duckdb.ts';
import { sqlite } from './providers/sqlite/sqlite.ts';

let extras: string;

beforeEach(() => {
  extras = mkdtempSync(path.join(os.tmpdir(), 'millrace-extras-'));
});

afterEach(() => {
  rmSync(extras, { recursive: true });
});

describe('the driver of a provider', () => {
  it('is available when it is a module of Node', () => {
    expect(missingDriver(sqlite, extras)).toBeNull();
    expect(isAvailable(sqlite, extras)).toBe(true);
  });

  it('is unavailable when its extra is not installed, with the command that installs it', () => {
    // No clone contains this package.
    const provider = { ...sqlite, driver: { module: 'danfojs-node', extra: 'danfo' } };
    expect(isAvailable(provider, extras)).toBe(false);
    expect(missingDriver(provider, extras)).toMatch(
      /^SQLite needs a driver\. danfojs-node is not installed in .*\. Install it with `npx millrace setup danfo --folder \S+`\.$/,
    );
  });

  it('is unavailable when the extra has another version than this release needs', () => {
    const folder = path.join(extras, 'duckdb', 'node_modules', '@duckdb', 'node-api');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: '0.1.0' }));
    expect(missingDriver(duckdb, extras)).toMatch(/is version 0\.1\.0, and this release needs/);
  });

  it('is unavailable when a dependency of the service is missing, with the command that installs it', () => {
    const provider = { ...sqlite, driver: { module: 'no-such-driver', extra: null } };
    expect(missingDriver(provider, extras)).toBe(
      'SQLite needs a driver. no-such-driver is not installed. Install it with `npm install no-such-driver`.',
    );
  });
});
