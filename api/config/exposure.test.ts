import path from 'node:path';
import { allowedRoots } from './exposure.ts';
import { loadConfig } from './load-config.ts';

const roots = (env: Record<string, string>): readonly string[] =>
  allowedRoots(loadConfig({ SERVICE_DATA_DIR: '/data', ...env }));

describe('the folders that connections may use', () => {
  it('are all on loopback and with a token', () => {
    expect(roots({})).toEqual([]);
    expect(roots({ SERVICE_HOST: '::', SERVICE_API_TOKEN: 't' })).toEqual([]);
  });

  it('are the storage of the data folder where everyone may use the service', () => {
    const storage = path.resolve('/data/storage');
    expect(roots({ SERVICE_HOST: '::', SERVICE_OPEN: 'true' })).toEqual([storage]);
  });

  it('are the named ones otherwise', () => {
    const named = { SERVICE_STORAGE_ALLOWED_ROOTS: '["/mnt/files"]' };
    expect(roots({ SERVICE_HOST: '::', SERVICE_OPEN: 'true', ...named })).toEqual(['/mnt/files']);
  });
});
