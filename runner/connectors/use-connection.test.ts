import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withSqlConnection } from './use-connection.ts';

const CONNECTION = {
  id: 'c',
  name: 'Sales',
  provider: 'duckdb',
  host: null,
  port: null,
  database: '/data/sales.duckdb',
  username: null,
  secret: null,
  options: null,
};

let extras: string;

beforeEach(() => {
  extras = mkdtempSync(path.join(os.tmpdir(), 'millrace-extras-'));
  process.env.SERVICE_EXTRAS_DIR = extras;
});
afterEach(() => {
  delete process.env.SERVICE_EXTRAS_DIR;
  rmSync(extras, { recursive: true });
});

it('names the connection whose driver is missing, and how to install it', async () => {
  // The clone contains the driver, but a wrong version in the folder of the extras is found first.
  const folder = path.join(extras, 'duckdb', 'node_modules', '@duckdb', 'node-api');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version: '0.1.0' }));
  const sources = { fileFolders: [], named: () => Promise.resolve({ missing: 'none' }) };
  const use = withSqlConnection(CONNECTION, sources, () => Promise.resolve());
  await expect(use).rejects.toThrow(
    /^The connection "Sales" \(DuckDB, \/data\/sales\.duckdb\) cannot be used\. DuckDB needs a driver\. .* Install it with `npx millrace setup duckdb/,
  );
});
